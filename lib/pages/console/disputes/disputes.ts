// Lists what creators dispute, and answers them.
import type { Dispute } from '#lib/client/index.ts';
import { namedCreator, namesOf } from '#lib/pages/console/customers/list.ts';
import { listFilters } from '#lib/pages/console/filters.ts';
import { given, pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { orderPath } from '#lib/pages/console/orders/list.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run, type Texts, type Visit } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { facts, type Html, html, nothing, section, statusBadge, whenever } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { type Column, filtered, listHtml, table } from '#lib/pages/shared/table.ts';
import { correctionHtml } from './correction.ts';

const disputesPath = '/console/disputes';

const statuses = ['open', 'accepted', 'rejected', 'withdrawn'] as const;

type Subject = Partial<Pick<Dispute, 'orderId' | 'conversionId' | 'commissionId'>>;

/** The brand may not have recorded an order that a creator names, so the list of orders looks for it. */
function subjectHtml({ disputes: its }: Texts, subject: Subject): Html {
  const { orderId, conversionId, commissionId } = subject;
  if (commissionId) return html`<a href="/console/commissions/${commissionId}">${its.commission}</a>`;
  if (conversionId) return html`<a href="${orderPath(conversionId)}">${its.recorded}</a>`;
  if (!orderId) return html`–`;
  return html`<a href="${pathWith('/console/orders', { orderId })}"><bdi>${its.order(orderId)}</bdi></a>`;
}

function columnsOf({ texts, format }: Page, creator?: Column<Dispute>): readonly (Column<Dispute> | false)[] {
  const { disputes: its } = texts;
  const created = ({ id, createdAt }: Dispute): Html =>
    html`<a href="${disputesPath}/${id}">${format.day(createdAt)}</a>`;
  const subject = (row: Dispute): Html =>
    html`<div>${subjectHtml(texts, row)}<br><small>${its.kinds[row.kind] ?? row.kind}</small></div>`;
  return [
    creator === undefined ? [its.created, created] : [its.created, created, 'sorted'],
    creator ?? false,
    [its.subject, subject],
    [its.message, ({ message }) => html`<div dir="auto">${message ?? '–'}</div>`],
    [its.status, ({ status }) => statusBadge(its.statuses, status)],
  ];
}

const disputesPage = consolePage(
  async ({ c, api }) => {
    const query = { ...pageQuery(c), status: statusIn(c, statuses), affiliateId: given(c, 'affiliateId') };
    const found = await filtered(c, api.disputes.list(query));
    const ids = found.data.map(({ affiliateId }) => affiliateId);
    return { found, names: await namesOf(api, ids) };
  },
  (page, { found, names }) => {
    const { c, texts } = page;
    const { disputes: its } = texts;
    const creator: Column<Dispute> = [
      its.creator,
      ({ affiliateId }) => namedCreator(texts, names, affiliateId),
    ];
    const list = listHtml(c, its, found, columnsOf(page, creator));
    const search = listFilters(page, [
      ['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }],
    ]);
    return { title: its.title, body: html`<p>${its.intro}</p>${search}${list}`, status: found.status };
  },
);

/** The page of a creator shows the open disputes only. */
export const readOpenDisputes = async ({ api, id: affiliateId }: Visit): Promise<readonly Dispute[]> =>
  (await api.disputes.list({ affiliateId, status: ['open'] })).data;

export function openDisputesHtml(page: Page, rows: readonly Dispute[]): Html {
  const { open } = page.texts.disputes;
  if (rows.length === 0) return nothing;
  return section(open, table(page.c, { title: open, none: '' }, rows, columnsOf(page)), 'disputes');
}

function answerForm(page: Page, dispute: Dispute): Html {
  const { c, texts, id } = page;
  const { disputes: its } = texts;
  const reason = { hint: its.answerHint, isLong: true, required: true, maxlength: 500, rows: 3, dir: 'auto' };
  return section(
    its.decide,
    html`<p>${its.noMoney}</p><p>${correctionHtml(page, dispute)}</p><form method="post" action="${disputesPath}/${id}" class="stacked">${requestId()}
${field(c, 'reason', its.answer, reason)}
<div class="buttons"><button name="decision" value="accept">${its.accept}</button>
<button name="decision" value="reject" class="secondary">${its.reject}</button></div></form>`,
  );
}

const disputePage = consolePage(
  async ({ api, id }) => {
    const dispute = await api.disputes.get(id);
    return { dispute, names: await namesOf(api, [dispute.affiliateId]) };
  },
  (page, { dispute, names }) => {
    const { texts, format, isAdmin } = page;
    const { disputes: its } = texts;
    const { affiliateId, kind, message, status, reason, resolution, decidedAt, createdAt } = dispute;
    const body = html`${facts([
      [its.status, statusBadge(its.statuses, status)],
      [its.creator, namedCreator(texts, names, affiliateId)],
      [its.kind, its.kinds[kind] ?? kind],
      [its.subject, subjectHtml(texts, dispute)],
      [its.created, format.time(createdAt)],
      [its.decidedAt, decidedAt && format.time(decidedAt)],
      [its.result, resolution && subjectHtml(texts, resolution)],
    ])}${section(its.message, html`<p dir="auto">${message ?? '–'}</p>`)}
${reason === null ? nothing : section(its.answer, html`<p dir="auto">${reason}</p>`)}
${whenever(status === 'open' && isAdmin, () => answerForm(page, dispute))}
<p><a href="${disputesPath}">${its.toList}</a></p>`;
    return { title: its.one, body };
  },
);

const decide: Run = async ({ api: { disputes }, id }, form) => {
  const isAccepted = form.text('decision') === 'accept';
  const reason = { reason: form.text('reason') };
  await (isAccepted ? disputes.accept(id, reason, once(form)) : disputes.reject(id, reason, once(form)));
  return `${disputesPath}/${id}?done=${isAccepted ? 'disputeAccepted' : 'disputeRejected'}`;
};

export function addDisputes(app: Pages): void {
  addPage(app, disputesPath, disputesPage);
  addPage(app, `${disputesPath}/:id`, disputePage, { '': decide });
}
