// Approves or rejects a selection of commissions, and shows the progress of a decision about all of a list.
import type {
  ApprovalResultFailed,
  BulkDecision,
  Commission,
  CommissionsListQuery,
  ExpandedCommission,
} from '#lib/client/index.ts';
import { givenIn, oneOf } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import type { PageContext, PageHandler } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { facts, type Html, html, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { refreshAfter } from '#lib/pages/shared/refresh.ts';
import { once, Refusal } from '#lib/pages/shared/submit.ts';

export interface DecidableFilter
  extends Pick<CommissionsListQuery, 'affiliateId' | 'campaignId' | 'createdFrom' | 'createdTo'> {
  readonly status: 'pending' | 'approved';
  readonly held?: boolean;
}

/** The filter of the list as the API takes it for a decision. Undefined for statuses about which nobody can decide. */
export function decidableFilter(c: PageContext): DecidableFilter | undefined {
  const isHeld = c.req.query('held') === 'true';
  const status = isHeld ? 'pending' : oneOf(c.req.query('status'), ['pending', 'approved']);
  if (status === undefined) return undefined;
  const narrower = givenIn(c, 'campaignId', 'affiliateId', 'createdFrom', 'createdTo');
  return { status, ...(isHeld && { held: true }), ...narrower };
}

/** Selecting all rows leaves out those about which nobody can decide. Approved ones can only be rejected. */
export const isDecidable = (c: PageContext, { status }: Pick<Commission, 'status'>): boolean =>
  status === 'pending' || (status === 'approved' && c.req.query('status') === 'approved');

/** Tells the handler of the form which of the rows are to review. */
export const heldMark = ({ id, hold }: ExpandedCommission): Html =>
  hold === null ? nothing : hidden('heldIds', id);

function selectedHeld(form: Form): number {
  const held = new Set(form.all('heldIds'));
  return form.all('ids').filter((id) => held.has(id)).length;
}

interface Failure {
  readonly id: string;
  readonly message: string;
}

/** The counts and failures of a decision about single commissions. */
export interface Result {
  readonly isApproval: boolean;
  readonly decided: number;
  readonly reviewed: number;
  readonly failures: readonly Failure[];
}

/** A number in the address, which the form before has put there. */
const countIn = (c: PageContext, name: string): number => {
  const text = c.req.query(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : 0;
};

const resultIn = (c: PageContext): Result => ({
  isApproval: c.req.query('done') === 'approved',
  decided: c.req.query('done') === undefined ? 0 : countIn(c, 'decided'),
  reviewed: countIn(c, 'reviewed'),
  failures: [],
});

export function resultHtml({ c, texts }: Page, result = resultIn(c)): Html {
  const { commissions: its } = texts;
  const { isApproval, decided, reviewed, failures } = result;
  const decidedNow = isApproval ? its.approvedNow : its.rejectedNow;
  return html`${whenever(decided > 0, () => notice('good', decidedNow(decided)))}
${whenever(reviewed > 0, () => notice('warning', its.wereHeld(reviewed)))}
${failures.map(({ id, message }) => notice('bad', html`<a href="/console/commissions/${id}">${its.failed}</a>: ${message}`))}`;
}

/** `again` shows the list with the failures of single commissions. */
export const decide =
  (again: (result: Result) => PageHandler): Run =>
  async ({ c, api: { commissions }, texts }, form) => {
    const ids = form.all('ids');
    if (ids.length === 0) throw new Refusal(texts.commissions.selectFirst);
    const isApproval = form.text('decision') === 'approve';
    const { data } = await (isApproval
      ? commissions.approveMany({ ids }, once(form)).withResponse()
      : commissions.rejectMany({ ids, ...form.texts('reason') }, once(form)).withResponse());
    const failures = data.flatMap((one) => {
      if (one.status !== 'failed') return [];
      const { code, message } = (one as ApprovalResultFailed).error;
      return [{ id: ids[one.index] ?? '', message: texts.common.errors[code] ?? message }];
    });
    const decided = ids.length - failures.length;
    const reviewed = isApproval && failures.length === 0 ? selectedHeld(form) : 0;
    if (failures.length > 0) return again({ isApproval, decided, reviewed, failures })(c);
    return samePage(c, { done: isApproval ? 'approved' : 'rejected', decided, reviewed });
  };

/** The API keeps the filter with its defaults: only an approval leaves commissions out. */
function leftOutHtml({ c, texts }: Page, { decision, filter }: BulkDecision): Html {
  const count = countIn(c, 'leftOut');
  if (decision !== 'approve' || filter.held !== false || count === 0) return nothing;
  return notice('warning', texts.commissions.leftOut(count));
}

export const decisionPage = consolePage(
  ({ api, id }) => api.commissions.getDecision(id),
  (page, decision) => {
    const { c, texts, format } = page;
    const { commissions: its } = texts;
    const isRunning = decision.status === 'running';
    if (isRunning) refreshAfter(c, 2);
    const state = isRunning ? notice('calm', its.running) : notice('good', its.completed);
    const body = html`${state}${leftOutHtml(page, decision)}
${whenever(isRunning, () => html`<progress></progress>`)}
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
