// Shows an order: who earned and why, its commissions, items and refunds.
import type { ExpandedCommission, ExpandedConversion, Refund } from '#lib/client/index.ts';
import { commissionTable } from '#lib/pages/console/commission-table.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { handleForm, idIn } from '#lib/pages/console/inputs.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { badge, facts } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { field, once, type Problem, requestId } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { readNames, sentencesOf } from './receipt.ts';
import { orderBadge, orderPath } from './table.ts';

const limit = 100;

function factsHtml(c: PageContext, order: ExpandedConversion, format: Format): Html {
  const { texts } = visitOf(c);
  const { orders } = texts;
  const { amount, refundedAmount, currency, occurredAt, affiliate, campaign, customerId, cancelReason } =
    order;
  return facts([
    [orders.state, orderBadge(texts, order)],
    [orders.amount, format.money(amount, currency)],
    [orders.refunded, format.money(refundedAmount, currency)],
    [orders.time, format.time(occurredAt)],
    [orders.creator, creatorLink(texts, affiliate)],
    [
      orders.campaign,
      campaign ? html`<a href="/console/campaigns/${campaign.id}">${campaign.name}</a>` : '–',
    ],
    [orders.customer, customerId === null ? '–' : html`<bdi>${customerId}</bdi>`],
    ...(cancelReason === null ? [] : [[orders.cancelReason, cancelReason] as const]),
  ]);
}

const itemsHtml = (c: PageContext, { items, currency }: ExpandedConversion, format: Format): Html => {
  const { orders } = visitOf(c).texts;
  return table(c, {
    caption: orders.items,
    rows: items,
    empty: orders.noItems,
    columns: [
      { title: orders.product, cell: ({ name, sku, productId }) => name ?? sku ?? productId ?? '–' },
      { title: orders.quantity, cell: ({ quantity }) => format.number(quantity), isNumber: true },
      {
        title: orders.price,
        cell: ({ price }) => (price === undefined ? '–' : format.money(price, currency)),
        isNumber: true,
      },
    ],
  });
};

const refundsHtml = (c: PageContext, refunds: readonly Refund[], format: Format): Html => {
  const { orders } = visitOf(c).texts;
  return table(c, {
    caption: orders.refunds,
    rows: refunds,
    empty: orders.noRefunds,
    columns: [
      { title: orders.refund, cell: ({ refundId }) => html`<bdi>${refundId}</bdi>` },
      { title: orders.state, cell: ({ status }) => badge(orders.refundStates[status] ?? status) },
      { title: orders.reason, cell: ({ reason }) => reason ?? '–' },
      {
        title: orders.amount,
        cell: ({ amount, currency }) => format.money(amount, currency),
        isNumber: true,
      },
      { title: orders.time, cell: ({ occurredAt }) => format.time(occurredAt), isNumber: true },
    ],
  });
};

function refundForm(c: PageContext, order: ExpandedConversion, problem?: Problem): Html {
  const { orders } = visitOf(c).texts;
  const { id, amount, refundedAmount, canceledAt } = order;
  if (canceledAt !== null || refundedAmount >= amount) return nothing;
  return html`<div class="buttons"><details${problem === undefined ? nothing : html` open`}><summary>${orders.addRefund}</summary>
<form method="post" action="${orderPath(id)}/refunds" data-confirm="${orders.refundQuestion}">${requestId()}
${field(c, { name: 'amount', label: orders.amount, hint: orders.refundHint, problem, attributes: { inputmode: 'decimal' } })}
${field(c, { name: 'reason', label: orders.reason, problem, attributes: { maxlength: 500 } })}
<button>${orders.addRefund}</button></form></details></div>`;
}

interface Money {
  readonly commissions: readonly ExpandedCommission[];
  readonly refunds: readonly Refund[];
}

async function readMoney(c: PageContext, id: string): Promise<Money> {
  const { commissions, conversions } = visitOf(c).api;
  const [earned, refunds] = await Promise.all([
    commissions.list({ conversionId: id, limit, expand: ['affiliate'] }),
    conversions.listRefunds(id, { limit }),
  ]);
  return { commissions: earned.data, refunds: refunds.data };
}

export async function orderPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { orders } = texts;
  const id = idIn(c);
  const [{ format, me }, order, { commissions, refunds }] = await Promise.all([
    accountOf(c),
    api.conversions.get(id, { expand: ['affiliate', 'campaign'] }),
    readMoney(c, id),
  ]);
  const commission = commissions.find((one) => one.id === order.commissionId);
  const names = await readNames(api, order);
  const [first = '', ...others] = sentencesOf({ order, commission, names, format, texts });
  const options = { caption: orders.commissions, empty: orders.noCommissions, hasCreator: true };
  const body = html`<p class="receipt"><strong>${first}</strong></p>
${whenever(others.length > 0, () => html`<ul>${others.map((sentence) => html`<li>${sentence}</li>`)}</ul>`)}
${factsHtml(c, order, format)}<h2>${orders.commissions}</h2>${commissionTable(c, format, commissions, options)}
<h2>${orders.items}</h2>${itemsHtml(c, order, format)}
<h2>${orders.refunds}</h2>${refundsHtml(c, refunds, format)}${me.role === 'admin' ? refundForm(c, order, problem) : nothing}`;
  return showConsole(c, { title: orders.heading(order.orderId), body, problem });
}

/** The id of the form is the id of the refund, so that sending it twice refunds once. */
export const refund = handleForm(orderPage, async (c, form) => {
  const id = idIn(c);
  const { idempotencyKey } = once(form);
  const input = {
    refundId: `console-${idempotencyKey}`,
    ...{ amount: form.optional('amount'), reason: form.optional('reason') },
  };
  await visitOf(c).api.conversions.refund(id, input, { idempotencyKey });
  return `${orderPath(id)}?done=refunded`;
});
