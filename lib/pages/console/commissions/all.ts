// Asks before a decision about all commissions of a list: names their number, their sum, and what is unusual about them.
import type { BulkDecisionInput, ExpandedCommission } from '#lib/client/index.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Run, Visit } from '#lib/pages/console/visit.ts';
import { field, hidden, requestId } from '#lib/pages/shared/forms.ts';
import { facts, html, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { filtersIn, pathWith } from '#lib/pages/shared/links.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { type DecidableFilter, decidableFilter } from './decisions.ts';

/** More would take too long to count. */
const maxCounted = 1000;

const decisionIn = ({ c }: Visit): BulkDecisionInput['decision'] =>
  c.req.query('decision') === 'reject' ? 'reject' : 'approve';

const filterIn = ({ c }: Visit): DecidableFilter => decidableFilter(c) ?? { status: 'pending' };

/** The list that the person comes from has the same filters. */
async function readAll(visit: Visit): Promise<readonly ExpandedCommission[]> {
  const { status, held, ...narrower } = filterIn(visit);
  const query = held === true ? { held } : { status: [status] };
  const all: ExpandedCommission[] = [];
  for await (const commission of visit.api.commissions.list({ ...query, ...narrower, limit: 100 })) {
    all.push(commission);
    if (all.length === maxCounted) break;
  }
  return all;
}

function countsOf(page: Page, all: readonly ExpandedCommission[]) {
  const { held } = filterIn(page);
  const isApproval = decisionIn(page) === 'approve';
  const decided = all.filter(({ hold }) => !isApproval || held === true || hold === null);
  const time = page.clock?.now ?? page.now.toISOString();
  const { number, money } = page.format;
  return {
    isApproval,
    isNone: decided.length === 0,
    total: `${number(decided.length)}${all.length === maxCounted ? '+' : ''}`,
    sum: money(decided.reduce((sum, { amount }) => sum + amount, 0)),
    leftOut: all.length - decided.length,
    notEnded: isApproval ? decided.filter(({ eligibleAt }) => eligibleAt > time).length : 0,
  };
}

export const decideAllPage = consolePage(readAll, (page, all) => {
  const { c, texts } = page;
  const { commissions: its } = texts;
  const { isApproval, isNone, total, sum, leftOut, notEnded } = countsOf(page, all);
  const reason = { required: true, maxlength: 500 };
  const form = html`${facts([
    [its.number, total],
    [its.amount, sum],
  ])}${whenever(notEnded > 0, () => notice('warning', its.notEnded(notEnded)))}
<form method="post" class="stacked">${requestId()}${hidden('leftOut', String(leftOut))}
${isApproval ? nothing : field(c, 'reason', its.reason, reason)}
<button>${isApproval ? its.approveAll(total) : its.rejectAll(total)}</button></form>`;
  const body = html`${whenever(leftOut > 0, () => html`${notice('warning', its.leftOut(leftOut))}<p>${its.leftOutHint}</p>`)}
${isNone ? nothing : form}<p><a href="${pathWith('/console/commissions', { ...filtersIn(c), decision: undefined })}">${its.toList}</a></p>`;
  return { title: isApproval ? its.approveAll(total) : its.rejectAll(total), body };
});

/** Starts the decision, which the service takes in the background. */
export const decideAll: Run = async (visit, form) => {
  const decision = decisionIn(visit);
  const reason = decision === 'reject' ? form.text('reason') : undefined;
  const input = { decision, filter: filterIn(visit), reason };
  const { id } = await visit.api.commissions.decide(input, once(form));
  return pathWith(`/console/commissions/decisions/${id}`, { leftOut: form.optional('leftOut') });
};
