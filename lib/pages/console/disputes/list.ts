// Lists what creators dispute.
import type { Dispute } from '#lib/client/index.ts';
import { creatorHtml, namesOf } from '#lib/pages/console/customer-parts.ts';
import { given, oneOf, pageQuery } from '#lib/pages/console/input.ts';
import { section } from '#lib/pages/console/inputs.ts';
import { orderPath } from '#lib/pages/console/orders/table.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { badge, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { type Column, filtered, filters, pages, table } from '#lib/pages/shared/table.ts';

export const disputesPath = '/console/disputes';

const statuses = ['open', 'accepted', 'rejected', 'withdrawn'] as const;
const tones: Readonly<Record<string, Tone>> = { open: 'warning', accepted: 'good', rejected: 'bad' };

export function disputeBadge(c: PageContext, { status }: Dispute): Html {
  const its = visitOf(c).texts.disputes;
  return badge(its.statuses[status] ?? status, tones[status]);
}

type Subject = Partial<Pick<Dispute, 'orderId' | 'conversionId' | 'commissionId'>>;

/** The brand may not have recorded an order that a creator names, so the list of orders looks for it. */
export function subjectHtml(c: PageContext, { orderId, conversionId, commissionId }: Subject): Html {
  const its = visitOf(c).texts.disputes;
  if (commissionId) return html`<a href="/console/commissions/${commissionId}">${its.commission}</a>`;
  if (conversionId) return html`<a href="${orderPath(conversionId)}">${its.recorded}</a>`;
  if (!orderId) return html`–`;
  return html`<a href="${pathWith('/console/orders', { orderId })}"><bdi>${its.order(orderId)}</bdi></a>`;
}

function columnsOf(c: PageContext, { day }: Format): readonly Column<Dispute>[] {
  const its = visitOf(c).texts.disputes;
  return [
    {
      title: its.created,
      cell: ({ id, createdAt }) => html`<a href="${disputesPath}/${id}">${day(createdAt)}</a>`,
      isSorted: true,
    },
    {
      title: its.subject,
      cell: (row) =>
        html`<div>${subjectHtml(c, row)}<br><small>${its.kinds[row.kind] ?? row.kind}</small></div>`,
    },
    { title: its.message, cell: ({ message }) => html`<div dir="auto">${message ?? '–'}</div>` },
    { title: its.status, cell: (row) => disputeBadge(c, row) },
  ];
}

export async function disputesPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.disputes;
  const status = oneOf(c.req.query('status'), statuses);
  const query = { ...pageQuery(c), status: status && [status], affiliateId: given(c, 'affiliateId') };
  const [{ format }, { data, meta, refused }] = await Promise.all([
    accountOf(c),
    filtered(c, api.disputes.list(query)),
  ]);
  const names = await namesOf(
    c,
    data.map(({ affiliateId }) => affiliateId),
  );
  const [created, ...columns] = columnsOf(c, format);
  const creator = {
    title: its.creator,
    cell: ({ affiliateId }: Dispute) => creatorHtml(c, names, affiliateId),
  };
  const rows = table<Dispute>(c, {
    caption: its.title,
    rows: data,
    empty: its.none,
    columns: [...(created ? [created] : []), creator, ...columns],
  });
  const options = statuses.map((one) => [one, its.statuses[one] ?? one] as const);
  const search = filters(c, [{ name: 'status', label: its.status, options }]);
  const body = html`<p>${its.intro}</p>${search}${refused ?? rows}${pages(c, meta.cursor)}`;
  return showConsole(c, { title: its.title, body, ...(refused && { status: 400 }) });
}

/** The page of a creator shows the open disputes only. */
export const readOpenDisputes = async (c: PageContext, affiliateId: string): Promise<readonly Dispute[]> =>
  (await visitOf(c).api.disputes.list({ affiliateId, status: ['open'] })).data;

export function openDisputesHtml(c: PageContext, rows: readonly Dispute[], format: Format): Html {
  const { open } = visitOf(c).texts.disputes;
  if (rows.length === 0) return nothing;
  const columns = columnsOf(c, format).map((column) => ({ ...column, isSorted: false }));
  return section(open, table(c, { caption: open, rows, empty: '', columns }), 'disputes');
}
