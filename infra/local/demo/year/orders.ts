// Plans the orders of a year: what becomes of each order depends on its age, as it would in a running program.
import { daysToManualApproval, type Outcome, type PlannedOrder } from '#infra/local/demo/orders.ts';
import type { Random } from '#infra/local/demo/random.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { secondsPerDay } from '#lib/foundation/shared/dates.ts';

const customers = 120;

/** The probability of each outcome, and the age in days from which an order can have it. The rest is approved or pending. */
const shares: readonly { readonly outcome: Outcome; readonly share: number; readonly from: number }[] = [
  { outcome: 'refunded', share: 0.06, from: 6 },
  { outcome: 'partiallyRefunded', share: 0.05, from: 3 },
  { outcome: 'rejected', share: 0.04, from: 6 },
  { outcome: 'selfReferral', share: 0.01, from: 0 },
  { outcome: 'unattributed', share: 0.06, from: 0 },
  { outcome: 'approvedManually', share: 0.08, from: daysToManualApproval + 1 },
];

export function planYear(
  times: readonly Date[],
  { holdDays }: Brand,
  now: Date,
  random: Random,
): readonly PlannedOrder[] {
  return times.map((at, nth) => {
    const age = (now.getTime() - at.getTime()) / 1000 / secondsPerDay;
    let rest = random.next();
    const chosen = shares.find(({ share }) => {
      rest -= share;
      return rest < 0;
    });
    const isOldEnough = chosen !== undefined && age > chosen.from;
    const usual = age > holdDays + 1 ? 'approvedAutomatically' : 'pending';
    // Square the random number, so that some customers order often.
    const customer = `customer-${1 + Math.floor(customers * random.next() ** 2)}`;
    return { at, nth, customer, outcome: isOldEnough ? chosen.outcome : usual };
  });
}
