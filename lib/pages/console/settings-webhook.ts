// Shows a webhook endpoint with its deliveries, and changes, tests and enables it.
import type { Delivery, WebhookEndpoint } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, facts, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { buttonForm, type Form, field, once, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { addForm, idIn, optionsOf, section, stackedForm, unlessGone } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { endpointBadge, eventBoxes, eventsIn } from './settings-webhooks.ts';
import { accountOf } from './show.ts';
import { keepSecret, secretHtml } from './shown-once.ts';

const path = '/console/settings/webhooks';
const pathOf = (c: PageContext): string => `${path}/${idIn(c)}`;

const tones = { succeeded: 'good', pending: 'warning', failed: 'bad' } as const;

/** The last attempt says why a delivery waits or has failed. */
function resultHtml(c: PageContext, { attempts, nextAttemptAt }: Delivery, format: Format): Html {
  const its = visitOf(c).texts.webhooks;
  const last = attempts.at(-1);
  const next = nextAttemptAt === null ? '' : its.nextAttempt(format.time(nextAttemptAt));
  const answer = last === undefined ? its.noAttempt : (last.error ?? its.answered(String(last.status)));
  return html`${answer}<br><small>${its.attempts(attempts.length)} ${next}</small>`;
}

function deliveriesHtml(c: PageContext, rows: readonly Delivery[], format: Format): Html {
  const its = visitOf(c).texts.webhooks;
  /** Only events are repeated: for a test, the person sends another test. */
  const retry = ({ id, eventType }: Delivery): Html =>
    whenever(eventType !== 'webhook_endpoint.test', () =>
      buttonForm(`${pathOf(c)}/deliveries/${id}/retry`, its.retry, { kind: 'plain' }),
    );
  return table(c, {
    caption: its.deliveries,
    rows,
    empty: its.noDeliveries,
    columns: [
      { title: its.time, cell: ({ createdAt }) => format.time(createdAt) },
      { title: its.event, cell: ({ eventType }) => html`<code>${eventType}</code>` },
      {
        title: its.status,
        cell: ({ status }) =>
          badge(its.deliveryStatuses[status] ?? status, tones[status as keyof typeof tones] ?? 'calm'),
      },
      { title: its.result, cell: (delivery) => resultHtml(c, delivery, format) },
      { title: its.actions, cell: retry },
    ],
  });
}

function buttons(c: PageContext, { status }: WebhookEndpoint): Html {
  const its = visitOf(c).texts.webhooks;
  const here = pathOf(c);
  const kind = 'secondary outline';
  const isEnabled = status === 'enabled';
  const test = whenever(isEnabled, () => buttonForm(`${here}/test`, its.test, { kind }));
  const change = isEnabled
    ? buttonForm(`${here}/disable`, its.disable, { kind, confirm: its.disableConfirm })
    : buttonForm(`${here}/enable`, its.enable);
  const rotate = buttonForm(`${here}/secret`, its.rotate, { kind, confirm: its.rotateConfirm });
  const remove = buttonForm(`${here}/remove`, its.remove, {
    kind: 'danger outline',
    confirm: its.removeConfirm,
  });
  return html`<div class="buttons">${test}${change}${rotate}${remove}</div>`;
}

function missedHtml(c: PageContext, { missed, status }: WebhookEndpoint, format: Format): Html {
  const its = visitOf(c).texts.webhooks;
  if (missed === null || status !== 'enabled') return html``;
  const text = its.missed(format.time(missed.from), format.time(missed.to));
  return notice('warning', html`${text} ${buttonForm(`${pathOf(c)}/replay`, its.replay, { kind: 'plain' })}`);
}

async function webhookPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.webhooks;
  const cursor = c.req.query('cursor');
  const read = Promise.all([api.webhooks.get(idIn(c)), api.webhooks.listDeliveries(idIn(c), { cursor })]);
  const [{ format }, [endpoint, { data, meta }]] = await Promise.all([accountOf(c), read]);
  const fields = html`${field(c, { name: 'description', label: its.description, value: endpoint.description ?? '', problem })}
${field(c, { name: 'format', label: its.format, hint: its.formatHint, value: endpoint.format, problem, options: optionsOf(its.formats) })}
${eventBoxes(c, endpoint.events, problem)}`;
  const about = facts([
    [its.url, endpoint.url],
    [its.status, endpointBadge(c, endpoint)],
    [its.since, format.day(endpoint.createdAt)],
  ]);
  const body = html`${await secretHtml(c, its.secretHint)}${about}${missedHtml(c, endpoint, format)}${buttons(c, endpoint)}
${section(its.deliveries, html`${deliveriesHtml(c, data, format)}${pages(c, meta.cursor)}`)}
${section(its.change, stackedForm(pathOf(c), fields, texts.common.save))}`;
  return showSettings(c, { title: its.endpoint, body, problem });
}

async function change(c: PageContext, form: Form): Promise<string> {
  await visitOf(c).api.webhooks.update(idIn(c), {
    description: form.optional('description') ?? null,
    format: form.text('format') as 'json',
    events: eventsIn(form),
  });
  return `${pathOf(c)}?done=saved`;
}

const setStatus =
  (status: 'enabled' | 'disabled') =>
  async (c: PageContext): Promise<string> => {
    await visitOf(c).api.webhooks.update(idIn(c), { status });
    return `${pathOf(c)}?done=saved`;
  };

async function rotate(c: PageContext): Promise<string> {
  const { secret } = await visitOf(c).api.webhooks.rotateSecret(idIn(c));
  await keepSecret(c, secret);
  return pathOf(c);
}

async function replay(c: PageContext, form: Form): Promise<string> {
  const { api } = visitOf(c);
  const { missed } = await api.webhooks.get(idIn(c));
  if (missed !== null) await api.webhooks.replay(idIn(c), missed, once(form));
  return `${pathOf(c)}?done=replayed`;
}

export function addWebhook(app: Pages): void {
  const add = (path: string, run: (c: PageContext, form: Form) => Promise<string>) =>
    addForm(app, `/console/settings/webhooks/:id${path}`, run, webhookPage);
  app.get('/console/settings/webhooks/:id', (c) => webhookPage(c));
  add('', change);
  add('/enable', setStatus('enabled'));
  add('/disable', setStatus('disabled'));
  add('/secret', rotate);
  add('/replay', replay);
  add('/test', async (c, form) => {
    await visitOf(c).api.webhooks.test(idIn(c), once(form));
    return `${pathOf(c)}?done=tested`;
  });
  add('/remove', async (c) => {
    await unlessGone(visitOf(c).api.webhooks.delete(idIn(c)));
    return `${path}?done=webhookRemoved`;
  });
  add('/deliveries/:delivery/retry', async (c, form) => {
    await visitOf(c).api.webhooks.retryDelivery(idIn(c), c.req.param('delivery') ?? '', once(form));
    return `${pathOf(c)}?done=retried`;
  });
}
