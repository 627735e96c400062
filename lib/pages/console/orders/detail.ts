// Shows an order: who earned and why, its commissions, items and refunds.
import type { ExpandedConversion, Refund } from '#lib/client/index.ts';
import { commissionTable } from '#lib/pages/console/commissions/parts.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { findingsHtml, readFindingOf } from '#lib/pages/console/fraud/findings.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, formHandler, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { field, requestId } from '#lib/pages/shared/forms.ts';
import {
  badge,
  buttons,
  facts,
  type Html,
  html,
  linkButton,
  nothing,
  whenever,
} from '#lib/pages/shared/html.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { table } from '#lib/pages/shared/table.ts';
import { addOrderChanges } from './change.ts';
import { orderBadge, orderPath } from './list.ts';
import { readNames, sentencesOf } from './receipt.ts';

const limit = 100;

function factsHtml({ texts, format }: Page, order: ExpandedConversion): Html {
  const { orders: its } = texts;
  const { currency, affiliate, campaign, customerId } = order;
  return facts([
    [its.state, orderBadge(texts, order)],
    [its.amount, format.money(order.amount, currency)],
    [its.refunded, format.money(order.refundedAmount, currency)],
    [its.time, format.time(order.occurredAt)],
    [its.creator, creatorLink(texts, affiliate)],
    [its.campaign, campaign ? html`<a href="/console/campaigns/${campaign.id}">${campaign.name}</a>` : '–'],
    [its.customer, customerId === null ? '–' : html`<bdi>${customerId}</bdi>`],
    [its.cancelReason, order.cancelReason],
  ]);
}

const itemsHtml = ({ c, texts: { orders: its }, format }: Page, { items, currency }: ExpandedConversion) =>
  table(c, { title: its.items, none: its.noItems }, items, [
    [its.product, ({ name, sku, productId }) => name ?? sku ?? productId ?? '–'],
    [its.quantity, ({ quantity }) => format.number(quantity), 'number'],
    [its.price, ({ price }) => format.money(price, currency), 'number'],
  ]);

const refundsHtml = ({ c, texts: { orders: its }, format }: Page, refunds: readonly Refund[]): Html =>
  table(c, { title: its.refunds, none: its.noRefunds }, refunds, [
    [its.refund, ({ refundId }) => html`<bdi>${refundId}</bdi>`],
    [its.state, ({ status }) => badge(its.refundStates[status] ?? status)],
    [its.reason, ({ reason }) => reason ?? '–'],
    [its.amount, ({ amount, currency }) => format.money(amount, currency), 'number'],
    [its.time, ({ occurredAt }) => format.time(occurredAt), 'number'],
  ]);

function refundForm({ c, texts: { orders: its }, problem, isAdmin }: Page, order: ExpandedConversion): Html {
  const { id, amount, refundedAmount, canceledAt } = order;
  if (!isAdmin || canceledAt !== null || refundedAmount >= amount) return nothing;
  return html`<div class="buttons"><details${problem === undefined ? nothing : html` open`}><summary>${its.addRefund}</summary>
<form method="post" action="${orderPath(id)}/refunds" data-confirm="${its.refundQuestion}">${requestId()}
${field(c, 'amount', its.amount, { hint: its.refundHint, inputmode: 'decimal' })}
${field(c, 'reason', its.reason, { maxlength: 500 })}
<button>${its.addRefund}</button></form></details></div>`;
}

const orderPage = consolePage(
  async (visit) => {
    const { api, id } = visit;
    const [order, commissions, refunds, findings] = await Promise.all([
      api.conversions.get(id, { expand: ['affiliate', 'campaign'] }),
      api.commissions.list({ conversionId: id, limit, expand: ['affiliate'] }),
      api.conversions.listRefunds(id, { limit }),
      readFindingOf(visit),
    ]);
    return { order, commissions, refunds, findings, names: await readNames(api, order) };
  },
  (page, { order, commissions: { data: commissions }, refunds, findings, names }) => {
    const { texts, format } = page;
    const { orders: its } = texts;
    const commission = commissions.find((one) => one.id === order.commissionId);
    const [first = '', ...others] = sentencesOf({ order, commission, names, format, texts });
    const list = { title: its.commissions, none: its.noCommissions, hasCreator: true };
    const body = html`<p class="receipt"><strong>${first}</strong></p>
${whenever(others.length > 0, () => html`<ul>${others.map((sentence) => html`<li>${sentence}</li>`)}</ul>`)}
${findingsHtml(page, findings)}${factsHtml(page, order)}<h2>${its.commissions}</h2>${commissionTable(page, commissions, list)}
<h2>${its.items}</h2>${itemsHtml(page, order)}
<h2>${its.refunds}</h2>${refundsHtml(page, refunds.data)}${refundForm(page, order)}`;
    const canChange = page.isAdmin && order.canceledAt === null;
    const actions = whenever(canChange, () =>
      buttons(
        linkButton(`${orderPath(order.id)}/cancellation`, its.cancel, 'secondary'),
        linkButton(`${orderPath(order.id)}/attribution`, its.attribute, 'secondary'),
      ),
    );
    return { title: its.heading(order.orderId), actions, body };
  },
);

/** The id of the form is the id of the refund, so that sending it twice refunds once. */
const refund: Run = async ({ api, id }, form) => {
  const { idempotencyKey } = once(form);
  const input = { refundId: `console-${idempotencyKey}`, ...form.optionals('amount', 'reason') };
  await api.conversions.refund(id, input, { idempotencyKey });
  return `${orderPath(id)}?done=refunded`;
};

export function addOrder(app: Pages): void {
  addOrderChanges(app);
  addPage(app, '/console/orders/:id', orderPage);
  app.post('/console/orders/:id/refunds', formHandler(orderPage, refund));
}
