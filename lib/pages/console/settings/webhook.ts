// Shows a webhook endpoint with its deliveries, and changes, tests and enables it.
import type { Delivery, DeliveryList, WebhookEndpoint } from '#lib/client/index.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, stackedForm } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  facts,
  type Html,
  html,
  nothing,
  notice,
  section,
  statusBadge,
  whenever,
} from '#lib/pages/shared/html.ts';
import { once, unlessGone } from '#lib/pages/shared/submit.ts';
import { listHtml, pageOf } from '#lib/pages/shared/table.ts';
import { inSettings } from './frame.ts';
import { keepSecret, secretHtml } from './shown-once.ts';
import { changeableFields, changeableIn, endpointBadge, path } from './webhooks.ts';

/** The last attempt says why a delivery waits or has failed. */
function resultHtml({ texts: { webhooks: its }, format }: Page, { attempts, nextAttemptAt }: Delivery): Html {
  const last = attempts.at(-1);
  const next = nextAttemptAt === null ? '' : its.nextAttempt(format.time(nextAttemptAt));
  const answer = last === undefined ? its.noAttempt : (last.error ?? its.answered(String(last.status)));
  return html`${answer}<br><small>${its.attempts(attempts.length)} ${next}</small>`;
}

function deliveriesHtml(page: Page, deliveries: DeliveryList): Html {
  const { c, texts, format, id } = page;
  const { webhooks: its } = texts;
  /** Only events are repeated: for a test, the person sends another test. */
  const retry = (delivery: Delivery): Html =>
    whenever(delivery.eventType !== 'webhook_endpoint.test', () =>
      buttonForm(`${path}/${id}/deliveries/${delivery.id}/retry`, its.retry, { kind: 'plain' }),
    );
  const tones = { succeeded: 'good', pending: 'warning' } as const;
  return listHtml(c, { title: its.deliveries, none: its.noDeliveries }, deliveries, [
    [its.time, ({ createdAt }) => format.time(createdAt)],
    [its.event, ({ eventType }) => html`<code>${eventType}</code>`],
    [its.status, ({ status }) => statusBadge(its.deliveryStatuses, status, tones)],
    [its.result, (delivery) => resultHtml(page, delivery)],
    [its.actions, retry],
  ]);
}

function buttonsHtml({ texts: { webhooks: its }, id }: Page, { status }: WebhookEndpoint): Html {
  const here = `${path}/${id}`;
  const kind = 'secondary outline';
  const isEnabled = status === 'enabled';
  return buttons(
    whenever(isEnabled, () => buttonForm(`${here}/test`, its.test, { kind })),
    isEnabled
      ? buttonForm(`${here}/disable`, its.disable, { kind, confirm: its.disableConfirm })
      : buttonForm(`${here}/enable`, its.enable),
    buttonForm(`${here}/secret`, its.rotate, { kind, confirm: its.rotateConfirm }),
    buttonForm(`${here}/remove`, its.remove, { kind: 'danger outline', confirm: its.removeConfirm }),
  );
}

function missedHtml(
  { texts: { webhooks: its }, format, id }: Page,
  { missed, status }: WebhookEndpoint,
): Html {
  if (missed === null || status !== 'enabled') return nothing;
  const text = its.missed(format.time(missed.from), format.time(missed.to));
  return notice(
    'warning',
    html`${text} ${buttonForm(`${path}/${id}/replay`, its.replay, { kind: 'plain' })}`,
  );
}

const webhookPage = consolePage(
  ({ c, api, id, texts }) =>
    Promise.all([
      api.webhooks.get(id),
      api.webhooks.listDeliveries(id, pageOf(c)),
      secretHtml(c, texts.webhooks.secretHint),
    ]),
  (page, [endpoint, deliveries, secret]) => {
    const { texts, format, id } = page;
    const { webhooks: its, common } = texts;
    const about = facts([
      [its.url, endpoint.url],
      [its.status, endpointBadge(texts, endpoint)],
      [its.since, format.day(endpoint.createdAt)],
    ]);
    const body = html`${secret}${about}${missedHtml(page, endpoint)}${buttonsHtml(page, endpoint)}
${section(its.deliveries, deliveriesHtml(page, deliveries))}
${section(its.change, stackedForm(`${path}/${id}`, changeableFields(page, endpoint), common.save))}`;
    return { title: its.endpoint, body };
  },
  inSettings,
);

const setStatus =
  (status: 'enabled' | 'disabled'): Run =>
  async ({ api, id }) => {
    await api.webhooks.update(id, { status });
    return `${path}/${id}?done=saved`;
  };

const forms: Readonly<Record<string, Run>> = {
  '': async ({ api, id }, form) => {
    await api.webhooks.update(id, { ...form.nullables('description'), ...changeableIn(form) });
    return `${path}/${id}?done=saved`;
  },
  '/enable': setStatus('enabled'),
  '/disable': setStatus('disabled'),
  '/secret': async ({ c, api, id }) => {
    const { secret } = await api.webhooks.rotateSecret(id);
    await keepSecret(c, secret);
    return `${path}/${id}`;
  },
  '/replay': async ({ api, id }, form) => {
    const { missed } = await api.webhooks.get(id);
    if (missed !== null) await api.webhooks.replay(id, missed, once(form));
    return `${path}/${id}?done=replayed`;
  },
  '/test': async ({ api, id }, form) => {
    await api.webhooks.test(id, once(form));
    return `${path}/${id}?done=tested`;
  },
  '/remove': async ({ api, id }) => {
    await unlessGone(api.webhooks.delete(id));
    return `${path}?done=webhookRemoved`;
  },
  '/deliveries/:delivery/retry': async ({ c, api, id }, form) => {
    await api.webhooks.retryDelivery(id, c.req.param('delivery') ?? '', once(form));
    return `${path}/${id}?done=retried`;
  },
};

export const addWebhook = (app: Pages): void => addPage(app, `${path}/:id`, webhookPage, forms);
