// Approves or rejects commissions: a selection at once, or all of a filter in the background.
import type { BulkDecision, Client } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { facts, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, once, type Problem, problemOf, readForm } from '#lib/pages/shared/forms.ts';
import { html, whenever } from '#lib/pages/shared/html.ts';
import { pathWith, samePage } from '#lib/pages/shared/links.ts';
import { leftOutHtml, selectedHeld } from './commission-holds.ts';
import { accountOf, showConsole } from './show.ts';

/** The filter of the list as the API takes it for a decision. Undefined for statuses about which nobody can decide. */
export function decidableFilter(c: PageContext) {
  const { status, held, campaignId, affiliateId, createdFrom, createdTo } = c.req.query();
  const decidable =
    held === 'true' ? 'pending' : (['pending', 'approved'] as const).find((one) => one === status);
  if (decidable === undefined) return undefined;
  return {
    status: decidable,
    ...(held === 'true' && { held: true }),
    campaignId: campaignId || undefined,
    affiliateId: affiliateId || undefined,
    createdFrom: createdFrom || undefined,
    createdTo: createdTo || undefined,
  };
}

interface Decided {
  readonly name: 'approved' | 'rejected';
  readonly failures: readonly string[];
  /** The number of those that were to review. */
  readonly reviewed: number;
}

async function decideSelected({ commissions }: Client, form: Form): Promise<Decided> {
  const ids = form.all('ids');
  const isApproval = form.text('decision') === 'approve';
  const { data } = await (isApproval
    ? commissions.approveMany({ ids }, once(form)).withResponse()
    : commissions.rejectMany({ ids, reason: form.text('reason') }, once(form)).withResponse());
  const failures = data.flatMap((one) =>
    one.status === 'failed' ? [(one as { error: { message: string } }).error.message] : [],
  );
  return { name: isApproval ? 'approved' : 'rejected', failures, reviewed: selectedHeld(form) };
}

/** Starts a decision about all commissions of the list, and returns its page. */
async function decideAll(c: PageContext, form: Form): Promise<string> {
  const filter = decidableFilter(c) ?? { status: 'pending' };
  const decision = form.text('decision') === 'approveAll' ? 'approve' : 'reject';
  const reason = decision === 'reject' ? form.text('reason') : undefined;
  const { id } = await visitOf(c).api.commissions.decide({ decision, filter, reason }, once(form));
  return pathWith(`/console/commissions/decisions/${id}`, { leftOut: form.optional('leftOut') });
}

type Again = (problem?: Problem, failures?: readonly string[]) => Promise<Response>;

export async function decide(c: PageContext, again: Again): Promise<Response> {
  const { api, texts } = visitOf(c);
  const form = await readForm(c);
  try {
    if (form.text('decision').endsWith('All')) return c.redirect(await decideAll(c, form), 303);
    if (form.all('ids').length === 0) return again(undefined, [texts.commissions.selectFirst]);
    const { name, failures, reviewed } = await decideSelected(api, form);
    return failures.length > 0
      ? again(undefined, [...new Set(failures)])
      : c.redirect(samePage(c, { done: name, reviewed: reviewed || undefined }), 303);
  } catch (error) {
    const problem = problemOf(c, error, form);
    if (problem === undefined) throw error;
    return again(problem);
  }
}

async function decisionPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { commissions } = texts;
  const [{ format }, decision]: [Awaited<ReturnType<typeof accountOf>>, BulkDecision] = await Promise.all([
    accountOf(c),
    api.commissions.getDecision(c.req.param('id') ?? ''),
  ]);
  const isRunning = decision.status === 'running';
  const count = (value: number): string => format.number(value);
  const body = html`${notice(isRunning ? 'calm' : 'good', isRunning ? commissions.running : commissions.completed)}${leftOutHtml(c, decision)}
${whenever(isRunning, () => html`<p data-refresh="2"><progress></progress><a href="${c.req.path}">${commissions.refresh}</a></p>`)}
${facts([
  [commissions.decision, decision.decision === 'approve' ? commissions.approval : commissions.rejection],
  [commissions.matched, count(decision.matched)],
  [commissions.decided, count(decision.decided)],
  [commissions.skipped, count(decision.skipped)],
  [commissions.failed, count(decision.failed)],
])}<ul>${decision.errors.map(({ commissionId, message }) => html`<li><a href="/console/commissions/${commissionId}">${message}</a></li>`)}</ul>
<p><a href="/console/commissions">${commissions.toList}</a></p>`;
  return showConsole(c, { title: commissions.decision, body });
}

export function addDecisions(app: Pages): void {
  app.get('/console/commissions/decisions/:id', decisionPage);
}
