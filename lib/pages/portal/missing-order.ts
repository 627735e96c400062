// Tells a creator why an order is missing, and passes a dispute to the brand.
import type { CreatorDispute, CreatorDisputeInput, CreatorOrder } from '#lib/client/index.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { Form } from '#lib/pages/shared/form.ts';
import { field, hidden, requestId } from '#lib/pages/shared/forms.ts';
import {
  emptyState,
  type Html,
  html,
  nothing,
  notice,
  personName,
  statusBadge,
} from '#lib/pages/shared/html.ts';
import { once, problemOf, Refusal } from '#lib/pages/shared/submit.ts';
import { table } from '#lib/pages/shared/table.ts';
import { type Page, portalPage, portalPath } from './page.ts';
import { amountReason } from './rates.ts';
import { noteOf, reasonOf } from './reasons.ts';
import type { Run, Visit } from './visit.ts';

const rest = '/commissions/missing';

export const requestsPath = (c: PageContext): string => portalPath(c, rest);

/** Another outcome than a credit says the reason already. */
function detailHtml(page: Page, { outcome, commission }: CreatorOrder): Html {
  if (commission === null) return nothing;
  if (outcome !== 'credited') return noteOf(page, commission);
  const amount = page.format.money(commission.amount);
  return html`<br>${amount}: ${amountReason(page, commission)}. ${reasonOf(page, commission)}`;
}

function resultHtml(page: Page, order: CreatorOrder): Html {
  const { orderId, outcome, text } = order;
  const { order: its, outcomes } = page.texts.portalMoney;
  return html`<h2><bdi>${its.result(orderId)}</bdi></h2>
${notice(outcome === 'credited' ? 'good' : 'calm', html`${outcomes[outcome] ?? text}${detailHtml(page, order)}`)}`;
}

/** The API asks for the commission of an order that has one, and otherwise for the order. */
function subjectOf({ outcome, orderId, commission }: CreatorOrder): Omit<CreatorDisputeInput, 'message'> {
  if (commission === null)
    return { kind: outcome === 'notRecorded' ? 'missingOrder' : 'attribution', orderId };
  const kind = commission.status === 'rejected' ? 'rejectedCommission' : 'commissionAmount';
  return { kind, commissionId: commission.id };
}

function disputeHtml(
  { c, texts, problem, format }: Page,
  { orderId, commission }: CreatorOrder,
  disputes: readonly CreatorDispute[],
): Html {
  const { dispute, note, noteHint, send, asking } = texts.portalMoney.order;
  const open = disputes.find(
    (one) =>
      one.status === 'open' &&
      (one.orderId === orderId || (commission !== null && one.commissionId === commission.id)),
  );
  if (open !== undefined) return notice('calm', asking(format.day(open.createdAt)));
  const message = { hint: noteHint, isLong: true, required: true, maxlength: 1000, rows: 4 };
  return html`<details${problem === undefined ? nothing : html` open`}><summary role="button">${dispute}</summary>
<form method="post" action="${requestsPath(c)}">${requestId()}${hidden('orderId', orderId)}
${field(c, 'message', note, message)}<button>${send}</button></form></details>`;
}

const orderIdOf = ({ c, problem }: Visit): string =>
  (problem?.form.text('orderId') ?? c.req.query('order') ?? '').trim();

/** People copy the number with the sign before it, which most shops do not record, and type it in small letters on a phone. */
function writtenForms(orderId: string): readonly string[] {
  const bare = orderId.replace(/^#/, '').trim();
  const forms = [orderId, bare, bare.toUpperCase(), bare.toLowerCase()];
  return [...new Set(forms)].filter((form) => form !== '');
}

/** Returns the first recorded order. */
async function findOrder({ api: { creator } }: Visit, orderId: string): Promise<CreatorOrder> {
  const found = await Promise.all(writtenForms(orderId).map((form) => creator.getOrder(form)));
  return found.find(({ outcome }) => outcome !== 'notRecorded') ?? (found[0] as CreatorOrder);
}

/** Spaces pass the check of the browser. */
function checkNumber({ c, texts, language }: Visit): void {
  const order = c.req.query('order');
  if (order === undefined || order.trim() !== '') return;
  const refusal = new Refusal(texts.portal.fieldErrors.order ?? '', 'order');
  c.set('problem', problemOf(c, refusal, new Form([['order', '']], language)));
}

export const missingPage = portalPage(
  (visit) => {
    checkNumber(visit);
    const orderId = orderIdOf(visit);
    const disputes = visit.api.creator.listDisputes({ limit: 25 });
    return Promise.all([orderId === '' ? undefined : findOrder(visit, orderId), disputes]);
  },
  (page, [order, disputes]) => {
    const { c, texts, format } = page;
    const { order: its, commissions } = texts.portalMoney;
    // The list has no filters: the number in the query is that of another form.
    const rows =
      disputes.data.length === 0
        ? emptyState(its.noDisputes)
        : table(c, { title: its.disputes, none: its.noDisputes }, disputes.data, [
            [its.asked, ({ createdAt }) => format.day(createdAt)],
            [commissions.order, ({ orderId }) => personName(orderId ?? '–')],
            [its.message, ({ message }) => personName(message ?? '–')],
            [commissions.status, ({ status }) => statusBadge(its.disputeStatuses, status)],
            [its.answer, ({ reason }) => personName(reason ?? '–')],
          ]);
    const number = { hint: its.numberHint, value: orderIdOf(page), required: true, maxlength: 200 };
    const found =
      order === undefined
        ? nothing
        : html`${resultHtml(page, order)}${disputeHtml(page, order, disputes.data)}`;
    const body = html`<p>${its.lead}</p><form method="get" action="${requestsPath(c)}">
${field(c, 'order', its.number, number)}<button>${its.look}</button></form>${found}<h2>${its.disputes}</h2>${rows}`;
    return { title: its.title, body };
  },
);

export const dispute: Run = async ({ c, api: { creator } }, form) => {
  const order = await creator.getOrder(form.text('orderId'));
  await creator.createDispute({ ...subjectOf(order), ...form.texts('message') }, once(form));
  return portalPath(c, `${rest}?done=dispute`);
};
