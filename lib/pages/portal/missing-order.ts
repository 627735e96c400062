// Tells a creator why an order is missing, and passes a dispute to the brand.
import type { CreatorDisputeInput, CreatorOrder } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, notice, personName, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, hidden, once, type Problem, requestId, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { table } from '#lib/pages/shared/table.ts';
import { reasonOf } from './reasons.ts';
import { type Creator, portalPath, showPortal, withCreator } from './show.ts';

const pathOf = (c: PageContext): string => portalPath(c, '/commissions/missing');

const disputeTones: Readonly<Record<string, Tone>> = { open: 'warning', accepted: 'good', rejected: 'bad' };

function resultHtml(c: PageContext, { format }: Creator, order: CreatorOrder): Html {
  const { order: its, outcomes } = visitOf(c).texts.portalMoney;
  const { outcome, text, commission } = order;
  const sentence = outcomes[outcome] ?? text;
  const detail =
    commission === null
      ? nothing
      : html`<br>${format.money(commission.amount)}: ${reasonOf(c, commission, format)}`;
  return html`<h2><bdi>${its.result(order.orderId)}</bdi></h2>
${notice(outcome === 'credited' ? 'good' : 'calm', html`${sentence}${detail}`)}`;
}

/** The API asks for the commission of an order that has one, and otherwise for the order. */
function subjectOf({ outcome, orderId, commission }: CreatorOrder): Omit<CreatorDisputeInput, 'message'> {
  if (commission === null)
    return { kind: outcome === 'notRecorded' ? 'missingOrder' : 'attribution', orderId };
  const kind = commission.status === 'rejected' ? 'rejectedCommission' : 'commissionAmount';
  return { kind, commissionId: commission.id };
}

function disputeHtml(c: PageContext, order: CreatorOrder, problem: Problem | undefined): Html {
  const { dispute, note, noteHint, send } = visitOf(c).texts.portalMoney.order;
  const attributes = { required: true, maxlength: 1000, rows: 4 };
  return html`<details${problem === undefined ? nothing : html` open`}><summary>${dispute}</summary>
<form method="post" action="${pathOf(c)}">${requestId()}${hidden('orderId', order.orderId)}
${field(c, { name: 'message', label: note, hint: noteHint, isLong: true, problem, attributes })}
<button>${send}</button></form></details>`;
}

/** People copy the number with the sign before it, which most shops do not record. */
async function findOrder(c: PageContext, orderId: string): Promise<CreatorOrder> {
  const { creator } = visitOf(c).api;
  const order = await creator.getOrder(orderId);
  const bare = orderId.replace(/^#/, '').trim();
  if (order.outcome !== 'notRecorded' || bare === orderId || bare === '') return order;
  const other = await creator.getOrder(bare);
  return other.outcome === 'notRecorded' ? order : other;
}

async function missingPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.portalMoney.order;
  const orderId = (problem?.form.text('orderId') ?? c.req.query('order') ?? '').trim();
  const data = Promise.all([
    orderId === '' ? undefined : findOrder(c, orderId),
    api.creator.listDisputes({ limit: 25 }),
  ]);
  const [creator, [order, disputes]] = await withCreator(c, data);
  const { format } = creator;
  const rows = table(c, {
    caption: its.disputes,
    columns: [
      { title: its.asked, cell: ({ createdAt }) => format.day(createdAt) },
      { title: texts.portalMoney.commissions.order, cell: (row) => personName(row.orderId ?? '–') },
      { title: its.message, cell: ({ message }) => personName(message ?? '–') },
      {
        title: texts.portalMoney.commissions.status,
        cell: ({ status }) => badge(its.disputeStatuses[status] ?? status, disputeTones[status]),
      },
      { title: its.answer, cell: ({ reason }) => personName(reason ?? '–') },
    ],
    rows: disputes.data,
    empty: its.noDisputes,
  });
  const body = html`<p>${its.lead}</p><form method="get" action="${pathOf(c)}">
${field(c, { name: 'order', label: its.number, hint: its.numberHint, value: orderId, attributes: { required: true, maxlength: 200 } })}
<button>${its.look}</button></form>
${order === undefined ? nothing : html`${resultHtml(c, creator, order)}${disputeHtml(c, order, problem)}`}
<h2>${its.disputes}</h2>${rows}`;
  return showPortal(c, { title: its.title, body, problem });
}

export function addMissingOrder(app: Pages): void {
  app.get('/creators/:slug/commissions/missing', (c) => missingPage(c));
  app.post('/creators/:slug/commissions/missing', (c) =>
    submit(c, {
      run: async (form) => {
        const { api } = visitOf(c);
        const order = await api.creator.getOrder(form.text('orderId'));
        await api.creator.createDispute({ ...subjectOf(order), message: form.text('message') }, once(form));
        return pathWith(pathOf(c), { done: 'dispute' });
      },
      again: (problem) => missingPage(c, problem),
    }),
  );
}
