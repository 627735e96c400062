// Lists discount codes.
import type { ExpandedDiscount } from '#lib/client/index.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { rateText } from '#lib/pages/console/input.ts';
import { badge } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';

interface Options {
  readonly empty: string;
  /** Shows the creator, and sorts by the day of creation. */
  readonly isWhole?: boolean;
}

export function codeTable(
  c: PageContext,
  format: Format,
  rows: readonly ExpandedDiscount[],
  { empty, isWhole = false }: Options,
): Html {
  const { texts } = visitOf(c);
  const { codes } = texts;
  const creator = {
    title: codes.creator,
    cell: (row: ExpandedDiscount) => creatorLink(texts, row.affiliate),
  };
  const used = ({ usageCount, usageLimit }: ExpandedDiscount): string =>
    usageLimit === null
      ? format.number(usageCount)
      : codes.ofLimit(format.number(usageCount), format.number(usageLimit));
  const created = {
    title: codes.created,
    cell: ({ createdAt }: ExpandedDiscount) => format.day(createdAt),
    ...{ isNumber: true, isSorted: true },
  };
  return table(c, {
    caption: codes.title,
    rows,
    empty,
    columns: [
      {
        title: codes.code,
        cell: ({ id, code }) => html`<a href="/console/codes/${id}"><bdi>${code}</bdi></a>`,
      },
      ...(isWhole ? [creator] : []),
      {
        title: codes.status,
        cell: ({ status }) =>
          badge(codes.statuses[status] ?? status, status === 'active' ? 'good' : 'warning'),
      },
      { title: codes.discount, cell: (row) => rateText(format, row), isNumber: true },
      { title: codes.used, cell: used, isNumber: true },
      { title: codes.revenue, cell: ({ totalRevenue }) => format.money(totalRevenue), isNumber: true },
      ...(isWhole ? [created] : []),
    ],
  });
}
