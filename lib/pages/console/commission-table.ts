// Lists commissions of a creator or an order with the reason of each.
import type { ExpandedCommission } from '#lib/client/index.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';
import { commissionBadge } from './commission-parts.ts';
import { creatorLink } from './creators/list.ts';
import { rateText } from './input.ts';

const named = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;

/** For example: 12% of $89.00, by the rate of the campaign. */
export function reasonOf(
  { reasons, commissions }: Texts,
  format: Format,
  commission: ExpandedCommission,
): string {
  const { kind, rate, orderAmount, hold, reason, explanation } = commission;
  const byRate =
    rate === null
      ? named(commissions.kinds, kind)
      : reasons.byRate(
          rate.type === 'fixed'
            ? rateText(format, rate)
            : reasons.percentOf(rateText(format, rate), format.money(orderAmount ?? 0)),
          named(reasons.sources, rate.source),
        );
  const parts = explanation !== null && explanation.parts.length > 1 ? [reasons.severalParts] : [];
  const capped = explanation?.isCapped === true ? [reasons.capped] : [];
  const held = hold === null ? [] : [reasons.held(named(commissions.holds, hold.reason))];
  return [byRate, ...parts, ...capped, ...held, ...(reason === null ? [] : [reason])].join('. ');
}

interface Options {
  readonly caption: string;
  readonly empty: string;
  readonly hasCreator?: boolean;
}

export function commissionTable(
  c: PageContext,
  format: Format,
  rows: readonly ExpandedCommission[],
  { caption, empty, hasCreator = false }: Options,
): Html {
  const { texts } = visitOf(c);
  const { reasons, commissions } = texts;
  const creator = {
    title: commissions.creator,
    cell: (row: ExpandedCommission) => creatorLink(texts, row.affiliate),
  };
  return table(c, {
    caption,
    rows,
    empty,
    columns: [
      {
        title: commissions.created,
        cell: ({ id, createdAt }) => html`<a href="/console/commissions/${id}">${format.day(createdAt)}</a>`,
      },
      ...(hasCreator ? [creator] : []),
      {
        title: commissions.status,
        cell: (row) => commissionBadge(c, row),
      },
      {
        title: commissions.reason,
        cell: (row) =>
          html`<div>${reasonOf(texts, format, row)}${
            row.conversionId === null || hasCreator
              ? nothing
              : html` (<a href="/console/orders/${row.conversionId}">${reasons.order(row.orderId ?? '')}</a>)`
          }</div>`,
      },
      {
        title: commissions.amount,
        cell: ({ amount, currency }) => format.money(amount, currency),
        isNumber: true,
      },
    ],
  });
}
