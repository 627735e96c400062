// Approves or rejects commissions: a selection at once, or all of a filter in the background. Those to review are left out.

import type { BulkDecision, ExpandedCommission, ExpandedCommissionList } from '#lib/client/index.ts';
import { givenIn, oneOf } from '#lib/pages/console/inputs.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import type { PageContext, PageHandler, Visit } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { facts, type Html, html, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { pathWith, samePage } from '#lib/pages/shared/links.ts';
import { once, type Run } from '#lib/pages/shared/submit.ts';

interface Filter {
  readonly status: string;
  readonly held?: boolean;
}

/**
 * Counts the commissions of the list that an approval of all leaves out. Undefined if the list has more pages, because the API counts
 * those to review only for the whole brand.
 */
export async function countHeld(
  { c, api }: Visit,
  { status, held, ...narrower }: Filter,
  { data, meta }: Pick<ExpandedCommissionList, 'data' | 'meta'>,
): Promise<number | undefined> {
  if (held === true || status !== 'pending') return 0;
  const isWhole = !meta.cursor && c.req.query('cursor') === undefined;
  if (isWhole) return data.filter(({ hold }) => hold !== null).length;
  if (Object.values(narrower).some((value) => value !== undefined)) return undefined;
  const all = (await api.commissions.list({ held: true, limit: 1 })).meta;
  return all.totalIsExact ? all.total : undefined;
}

/** Tells the handler of the form which of the rows are to review. */
export const heldMark = ({ id, hold }: ExpandedCommission): Html =>
  hold === null ? nothing : hidden('heldIds', id);

function selectedHeld(form: Form): number {
  const held = new Set(form.all('heldIds'));
  return form.all('ids').filter((id) => held.has(id)).length;
}

/** A number in the address, which the form before has put there. */
const countIn = ({ c }: Visit, name: string): number | undefined => {
  const text = c.req.query(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};

export function approvedHeldHtml(visit: Visit): Html {
  const count = countIn(visit, 'reviewed') ?? 0;
  if (visit.c.req.query('done') !== 'approved' || count === 0) return nothing;
  return notice('warning', visit.texts.commissions.wereHeld(count));
}

/** The API keeps the filter with its defaults: only an approval leaves commissions out. */
function leftOutHtml(visit: Visit, { decision, filter }: BulkDecision): Html {
  const count = countIn(visit, 'leftOut');
  if (decision !== 'approve' || filter.held !== false || count === 0) return nothing;
  return notice('warning', visit.texts.commissions.leftOut(count));
}

/** The filter of the list as the API takes it for a decision. Undefined for statuses about which nobody can decide. */
export function decidableFilter(c: PageContext) {
  const isHeld = c.req.query('held') === 'true';
  const status = isHeld ? 'pending' : oneOf(c.req.query('status'), ['pending', 'approved']);
  if (status === undefined) return undefined;
  const narrower = givenIn(c, 'campaignId', 'affiliateId', 'createdFrom', 'createdTo');
  return { status, ...(isHeld && { held: true }), ...narrower };
}

/** Starts a decision about all commissions of the list, and returns its page. */
async function decideAll({ c, api }: Visit, form: Form): Promise<string> {
  const filter = decidableFilter(c) ?? { status: 'pending' };
  const decision = form.text('decision') === 'approveAll' ? 'approve' : 'reject';
  const reason = decision === 'reject' ? form.text('reason') : undefined;
  const { id } = await api.commissions.decide({ decision, filter, reason }, once(form));
  return pathWith(`/console/commissions/decisions/${id}`, { leftOut: form.optional('leftOut') });
}

/** `again` shows the list with the failures of single commissions. */
export const decide =
  (again: (failures: readonly string[]) => PageHandler): Run =>
  async (visit, form) => {
    const { c, api, texts } = visit;
    const { commissions } = api;
    if (form.text('decision').endsWith('All')) return decideAll(visit, form);
    const ids = form.all('ids');
    if (ids.length === 0) return again([texts.commissions.selectFirst])(c);
    const isApproval = form.text('decision') === 'approve';
    const { data } = await (isApproval
      ? commissions.approveMany({ ids }, once(form)).withResponse()
      : commissions.rejectMany({ ids, ...form.texts('reason') }, once(form)).withResponse());
    const failures = data.flatMap((one) =>
      one.status === 'failed' ? [(one as { error: { message: string } }).error.message] : [],
    );
    if (failures.length > 0) return again([...new Set(failures)])(c);
    const reviewed = selectedHeld(form) || undefined;
    return samePage(c, { done: isApproval ? 'approved' : 'rejected', reviewed });
  };

export const decisionPage = consolePage(
  ({ api, id }) => api.commissions.getDecision(id),
  (page, decision) => {
    const { c, texts, format } = page;
    const { commissions: its } = texts;
    const isRunning = decision.status === 'running';
    const state = isRunning ? notice('calm', its.running) : notice('good', its.completed);
    const body = html`${state}${leftOutHtml(page, decision)}
${whenever(isRunning, () => html`<p data-refresh="2"><progress></progress><a href="${c.req.path}">${its.refresh}</a></p>`)}
${facts([
  [its.decision, decision.decision === 'approve' ? its.approval : its.rejection],
  [its.matched, format.number(decision.matched)],
  [its.decided, format.number(decision.decided)],
  [its.skipped, format.number(decision.skipped)],
  [its.failed, format.number(decision.failed)],
])}<ul>${decision.errors.map(({ commissionId, message }) => html`<li><a href="/console/commissions/${commissionId}">${message}</a></li>`)}</ul>
<p><a href="/console/commissions">${its.toList}</a></p>`;
    return { title: its.decision, body };
  },
);
