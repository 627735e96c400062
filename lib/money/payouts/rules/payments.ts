// Sums up the payments to each creator in a range of days.
import { dayOfBrand, type Zones } from '#lib/access/brands/rules/days.ts';
import { daysInclusive } from '#lib/foundation/shared/dates.ts';
import { invalid } from '#lib/foundation/shared/errors.ts';
import type { PaymentsQuery } from '#lib/money/payouts/schema/payments.ts';
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';
import { shownLine } from './lines.ts';

export interface PaidDays {
  readonly from: string;
  readonly to: string;
}

const maxDays = 366;

const refused = (path: string, message: string) => invalid('Invalid query parameters', [{ path, message }]);

export function paidDays({ year, from, to }: PaymentsQuery, today: string): PaidDays {
  if (from === undefined && to === undefined) {
    const asked = year ?? today.slice(0, 4);
    return { from: `${asked}-01-01`, to: `${asked}-12-31` };
  }
  if (year !== undefined) throw refused('year', 'Send either `year`, or `from` and `to`');
  if (from === undefined || to === undefined) throw refused('from', 'Send `from` and `to` together');
  const days = daysInclusive(from, to);
  if (days < 1) throw refused('from', '`from` must not be after `to`');
  if (days > maxDays) throw refused('to', `\`to\` must be within ${maxDays} days of \`from\``);
  return { from, to };
}

/** A payout that is not paid can have lines that are. */
export const mayHavePayments = ({ paidAt, paidCount }: Payout): boolean => paidAt !== null || paidCount > 0;

export interface PaidCreator {
  readonly affiliateId: string;
  readonly name: string;
  readonly email: string;
  readonly amount: number;
  readonly paymentsCount: number;
}

export type PaidLines = readonly { readonly payout: Payout; readonly lines: readonly Line[] }[];

/** The last payout comes last, so that its names count. */
export function paidCreators(
  payouts: PaidLines,
  { from, to }: PaidDays,
  zones: Zones,
): readonly PaidCreator[] {
  const sums = new Map<string, PaidCreator>();
  for (const { payout, lines } of payouts) {
    for (const line of lines) {
      const { status, paidAt, affiliateId, name, email, amount } = shownLine(line, payout);
      if (status !== 'paid' || paidAt === null) continue;
      const day = dayOfBrand(zones, new Date(paidAt));
      if (day < from || day > to) continue;
      const before = sums.get(affiliateId) ?? { amount: 0, paymentsCount: 0 };
      sums.set(affiliateId, {
        ...{ affiliateId, name, email, amount: before.amount + amount },
        paymentsCount: before.paymentsCount + 1,
      });
    }
  }
  return [...sums.values()].toSorted(
    (one, other) => other.amount - one.amount || (one.affiliateId < other.affiliateId ? -1 : 1),
  );
}
