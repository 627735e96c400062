// Shows a dispute, and answers the creator.
import type { Dispute } from '#lib/client/index.ts';
import { creatorHtml, namesOf } from '#lib/pages/console/customer-parts.ts';
import { addForm, idIn, section } from '#lib/pages/console/inputs.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { facts } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, once, type Problem, requestId } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { disputeBadge, disputesPage, disputesPath, subjectHtml } from './list.ts';

function answerForm(c: PageContext, { id }: Dispute, problem?: Problem): Html {
  const its = visitOf(c).texts.disputes;
  const attributes = { required: true, maxlength: 500, rows: 3, dir: 'auto' };
  return section(
    its.decide,
    html`<p>${its.noMoney}</p><form method="post" action="${disputesPath}/${id}" class="stacked">${requestId()}
${field(c, { name: 'reason', label: its.answer, hint: its.answerHint, isLong: true, problem, attributes })}
<div class="buttons"><button name="decision" value="accept">${its.accept}</button>
<button name="decision" value="reject" class="secondary">${its.reject}</button></div></form>`,
  );
}

async function disputePage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.disputes;
  const [{ me, format }, dispute] = await Promise.all([accountOf(c), api.disputes.get(idIn(c))]);
  const { affiliateId, kind, message, status, reason, resolution, decidedAt, createdAt } = dispute;
  const names = await namesOf(c, [affiliateId]);
  const body = html`${facts([
    [its.status, disputeBadge(c, dispute)],
    [its.creator, creatorHtml(c, names, affiliateId)],
    [its.kind, its.kinds[kind] ?? kind],
    [its.subject, subjectHtml(c, dispute)],
    [its.created, format.time(createdAt)],
    ...(decidedAt === null ? [] : [[its.decidedAt, format.time(decidedAt)] as const]),
    ...(resolution === null ? [] : [[its.result, subjectHtml(c, resolution)] as const]),
  ])}${section(its.message, html`<p dir="auto">${message ?? '–'}</p>`)}
${reason === null ? nothing : section(its.answer, html`<p dir="auto">${reason}</p>`)}
${whenever(status === 'open' && me.role === 'admin', () => answerForm(c, dispute, problem))}
<p><a href="${disputesPath}">${its.toList}</a></p>`;
  return showConsole(c, { title: its.one, body, problem });
}

export function addDisputes(app: Pages): void {
  const path = `${disputesPath}/:id`;
  app.get(disputesPath, disputesPage);
  app.get(path, (c) => disputePage(c));
  const decide = async (c: PageContext, form: Parameters<typeof once>[0]): Promise<string> => {
    const { disputes } = visitOf(c).api;
    const id = idIn(c);
    const isAccepted = form.text('decision') === 'accept';
    const change = isAccepted ? disputes.accept : disputes.reject;
    await change(id, { reason: form.text('reason') }, once(form));
    return `${disputesPath}/${id}?done=${isAccepted ? 'disputeAccepted' : 'disputeRejected'}`;
  };
  addForm(app, path, decide, disputePage);
}
