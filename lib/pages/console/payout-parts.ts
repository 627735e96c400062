// Shows parts of a payout on several pages.
import type { Payout, PayoutDetail, PayoutLine } from '#lib/client/index.ts';
import { badge, personName, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import type { Column } from '#lib/pages/shared/table.ts';

const tones: Readonly<Record<string, Tone>> = {
  ready: 'warning',
  paid: 'good',
  canceled: 'bad',
  failed: 'bad',
};

export function payoutBadge(c: PageContext, { status }: Pick<Payout, 'status'>): Html {
  const { statuses } = visitOf(c).texts.payouts;
  return badge(statuses[status] ?? status, tones[status] ?? 'calm');
}

export function lineBadge(c: PageContext, { status }: PayoutLine): Html {
  const { lineStatuses } = visitOf(c).texts.payouts;
  return badge(lineStatuses[status ?? ''] ?? '', tones[status ?? ''] ?? 'calm');
}

export interface Paid {
  readonly count: number;
  /** Undefined if not all paid lines are among the first 100, which the API returns with the payout. */
  readonly amount: number | undefined;
}

/** The payments that were marked one by one, before the whole payout is paid. */
export function paidAlone({ status, paidCount: count, lines }: PayoutDetail): Paid {
  if (status !== 'ready') return { count: 0, amount: 0 };
  const paid = lines.filter((line) => line.status === 'paid');
  const amount = paid.reduce((sum, line) => sum + line.amount, 0);
  return { count, amount: paid.length === count ? amount : undefined };
}

/** For example: 7 · $149.46. */
export const countAndAmount = ({ number, money }: Format, count: number, amount?: number): string =>
  amount === undefined ? number(count) : `${number(count)} · ${money(amount)}`;

export function lineColumns(c: PageContext, { money, number }: Format): readonly Column<PayoutLine>[] {
  const { payouts } = visitOf(c).texts;
  return [
    {
      title: payouts.creator,
      cell: ({ name, email, affiliateId }) =>
        html`<a href="/console/creators/${affiliateId}">${personName(name || email || affiliateId)}</a>`,
    },
    { title: payouts.email, cell: ({ email }) => email ?? '' },
    { title: payouts.commissions, cell: ({ commissionsCount }) => number(commissionsCount), isNumber: true },
    { title: payouts.amount, cell: ({ amount }) => money(amount), isNumber: true },
  ];
}
