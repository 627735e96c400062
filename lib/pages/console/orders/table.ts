// Lists orders.
import type { ListedConversion } from '#lib/client/index.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { badge, personName, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

export const orderPath = (id: string): string => `/console/orders/${id}`;

interface Options {
  readonly caption: string;
  readonly empty: string;
  /** Shows the creator, and sorts by the time. */
  readonly isWhole?: boolean;
}

type State = keyof Texts['orders']['states'];

export function stateOf({ canceledAt, refundedAmount, amount, affiliateId }: ListedConversion): State {
  if (canceledAt !== null) return 'canceled';
  if (refundedAmount > 0) return refundedAmount >= amount ? 'refunded' : 'partlyRefunded';
  return affiliateId === null ? 'unattributed' : 'attributed';
}

const tones: Readonly<Record<State, Tone>> = {
  canceled: 'bad',
  refunded: 'bad',
  partlyRefunded: 'warning',
  unattributed: 'calm',
  attributed: 'good',
};

export const orderBadge = ({ orders }: Texts, order: ListedConversion): Html =>
  badge(orders.states[stateOf(order)], tones[stateOf(order)]);

export function orderTable(
  c: PageContext,
  format: Format,
  rows: readonly ListedConversion[],
  { caption, empty, isWhole = false }: Options,
): Html {
  const { texts } = visitOf(c);
  const { orders } = texts;
  const creator = {
    title: orders.creator,
    cell: (row: ListedConversion) => creatorLink(texts, row.affiliate),
  };
  return table(c, {
    caption,
    rows,
    empty,
    columns: [
      {
        title: orders.order,
        cell: ({ id, orderId }) => html`<a href="${orderPath(id)}"><bdi>${orderId}</bdi></a>`,
      },
      { title: orders.state, cell: (row) => orderBadge(texts, row) },
      ...(isWhole ? [creator] : []),
      { title: orders.campaign, cell: ({ campaign }) => personName(campaign?.name ?? '–') },
      {
        title: orders.amount,
        cell: ({ amount, currency }) => format.money(amount, currency),
        isNumber: true,
      },
      {
        title: orders.time,
        cell: ({ occurredAt }) => format.time(occurredAt),
        ...{ isNumber: true, isSorted: isWhole },
      },
    ],
  });
}
