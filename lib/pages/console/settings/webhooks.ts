// Lists the webhook endpoints, and creates them.
import type { WebhookEndpoint, WebhooksCreateInput } from '#lib/client/index.ts';
import { eventTypes } from '#lib/foundation/contract/event-types.ts';
import { consolePage, type Page, plainPage } from '#lib/pages/console/page.ts';
import { addPage, type Run, type Texts } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { boxes, field, optionsOf, stackedForm } from '#lib/pages/shared/forms.ts';
import { badge, type Html, html, linkButton, nothing } from '#lib/pages/shared/html.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';
import { keepSecret } from './shown-once.ts';

export const path = '/console/settings/webhooks';
const eventGroups = [...new Set(Object.keys(eventTypes).map((type) => type.split('.')[0] ?? ''))];

export function endpointBadge({ webhooks: its }: Texts, { status, disabledReason }: WebhookEndpoint): Html {
  if (status === 'enabled') return badge(its.statuses.enabled ?? status, 'good');
  return badge(its.reasons[disabledReason ?? ''] ?? status, disabledReason === 'request' ? 'calm' : 'bad');
}

/** Whole groups of events, and the single types that the endpoint already receives. */
export function changeableFields({ c, texts: { webhooks: its } }: Page, endpoint?: WebhookEndpoint): Html {
  const { description, format, events: on = ['*'] } = endpoint ?? {};
  const all = new Set(['*', ...eventGroups.map((group) => `${group}.*`), ...on]);
  const options = [...all].map((value) => [value, its.groups[value.replace('.*', '')] ?? value] as const);
  return html`${field(c, 'description', its.description, { value: endpoint && (description ?? '') })}
${field(c, 'format', its.format, { hint: its.formatHint, value: format, options: optionsOf(its.formats) })}
${boxes(c, 'events', its.events, { options, on })}`;
}

export const changeableIn = (form: Form) => ({
  format: form.text('format') as 'json',
  events: form.all('events') as NonNullable<WebhooksCreateInput['events']>,
});

const webhooksPage = consolePage(
  ({ c, api }) => api.webhooks.list(pageOf(c)),
  ({ c, texts, format }, found) => {
    const { webhooks: its, settings } = texts;
    const description = ({ description: text }: WebhookEndpoint): Html =>
      text === null ? nothing : html`<br><small><bdi>${text}</bdi></small>`;
    const list = listHtml(c, its, found, [
      [its.url, (row) => html`<a href="${path}/${row.id}">${row.url}</a>${description(row)}`],
      [its.status, (endpoint) => endpointBadge(texts, endpoint)],
      [its.format, (endpoint) => its.formats[endpoint.format] ?? endpoint.format],
      [its.since, ({ createdAt }) => format.day(createdAt)],
    ]);
    const actions = linkButton(`${path}/new`, its.create);
    return { title: settings.title, actions, body: html`<p>${its.intro}</p>${list}` };
  },
  inSettings,
);

const newWebhookPage = plainPage((page) => {
  const { c, texts } = page;
  const { webhooks: its } = texts;
  const url = { hint: its.urlHint, type: 'url', required: true, placeholder: 'https://' };
  const fields = html`${field(c, 'url', its.url, url)}${changeableFields(page)}`;
  return { title: its.create, body: stackedForm(`${path}/new`, fields, its.create) };
}, inSettings);

const create: Run = async ({ c, api }, form) => {
  const own = { url: form.text('url'), description: form.optional('description') };
  const { id, secret } = await api.webhooks.create({ ...own, ...changeableIn(form) });
  await keepSecret(c, secret);
  return `${path}/${id}`;
};

export function addWebhooks(app: Pages): void {
  addPage(app, path, webhooksPage);
  addPage(app, `${path}/new`, newWebhookPage, { '': create });
}
