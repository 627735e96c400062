// Lists the webhook endpoints, and creates them.
import type { WebhookEndpoint, WebhooksCreateInput } from '#lib/client/index.ts';
import { eventTypes } from '#lib/foundation/contract/event-types.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { addForm, boxes, optionsOf, stackedForm } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';
import { keepSecret } from './shown-once.ts';

const path = '/console/settings/webhooks';
const eventGroups = [...new Set(Object.keys(eventTypes).map((type) => type.split('.')[0] ?? ''))];

export function endpointBadge(c: PageContext, { status, disabledReason }: WebhookEndpoint): Html {
  const { statuses, reasons } = visitOf(c).texts.webhooks;
  if (status === 'enabled') return badge(statuses.enabled ?? status, 'good');
  return badge(reasons[disabledReason ?? ''] ?? status, disabledReason === 'request' ? 'calm' : 'bad');
}

/** Whole groups of events, and the single types that the endpoint already receives. */
export function eventBoxes(c: PageContext, selected: readonly string[], problem?: Problem): Html {
  const { events, groups } = visitOf(c).texts.webhooks;
  const chosen = problem?.form.all('events') ?? selected;
  const all = new Set(['*', ...eventGroups.map((group) => `${group}.*`), ...selected]);
  const choices = [...all].map((value) => ({
    value,
    label: groups[value.replace('.*', '')] ?? value,
    isChecked: chosen.includes(value),
  }));
  return boxes('events', events, choices);
}

export const eventsIn = (form: Form) => form.all('events') as NonNullable<WebhooksCreateInput['events']>;

async function webhooksPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.webhooks;
  const [{ format }, found] = await Promise.all([accountOf(c), api.webhooks.list(pageOf(c))]);
  const list = listHtml(c, its, found, [
    {
      title: its.url,
      cell: ({ id, url, description }) =>
        html`<a href="${path}/${id}">${url}</a>${description === null ? '' : html`<br><small><bdi>${description}</bdi></small>`}`,
    },
    { title: its.status, cell: (endpoint) => endpointBadge(c, endpoint) },
    { title: its.format, cell: (endpoint) => its.formats[endpoint.format] ?? endpoint.format },
    { title: its.since, cell: ({ createdAt }) => format.day(createdAt) },
  ]);
  const body = html`<p>${its.intro}</p>${list}`;
  return showSettings(c, {
    title: texts.settings.title,
    actions: linkButton(`${path}/new`, its.create),
    body,
  });
}

function newWebhookPage(c: PageContext, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.webhooks;
  const url = { type: 'url', required: true, placeholder: 'https://' };
  const fields = html`${field(c, { name: 'url', label: its.url, hint: its.urlHint, problem, attributes: url })}
${field(c, { name: 'description', label: its.description, problem })}
${field(c, { name: 'format', label: its.format, hint: its.formatHint, problem, options: optionsOf(its.formats) })}
${eventBoxes(c, ['*'], problem)}`;
  return showSettings(c, {
    title: its.create,
    body: stackedForm(`${path}/new`, fields, its.create),
    problem,
  });
}

async function create(c: PageContext, form: Form): Promise<string> {
  const { id, secret } = await visitOf(c).api.webhooks.create({
    url: form.text('url'),
    description: form.optional('description'),
    format: form.text('format') as 'json',
    events: eventsIn(form),
  });
  await keepSecret(c, secret);
  return `${path}/${id}`;
}

export function addWebhooks(app: Pages): void {
  app.get('/console/settings/webhooks', webhooksPage);
  app.get('/console/settings/webhooks/new', (c) => newWebhookPage(c));
  addForm(app, '/console/settings/webhooks/new', create, newWebhookPage);
}
