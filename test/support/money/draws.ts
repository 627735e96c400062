// Draws amounts, items, times and references.
import type { Random } from '#infra/local/demo/random.ts';
import type { ModelItem } from './rates.ts';
import { categories, daysAgo, drawnDays, type World } from './world.ts';

export const drawnAmount = (random: Random): bigint => BigInt(random.between(1, 50_000));

export const drawnItems = (random: Random): readonly ModelItem[] =>
  Array.from({ length: random.between(1, 4) }, () => ({
    category: random.pick(categories),
    quantity: BigInt(random.between(1, 3)),
    price: BigInt(random.between(1, 9999)),
  }));

/** The time is never close to midnight, when codes and terms change. */
export const drawnTime = (random: Random): string => {
  const day = daysAgo(random.between(drawnDays.last, drawnDays.first)).slice(0, 10);
  return `${day}T${String(random.between(0, 23)).padStart(2, '0')}:30:00.000Z`;
};

export const drawnCode = ({ commonCodes }: World, random: Random): string => random.pick(commonCodes) ?? '';

export const drawnTrackingCode = ({ creators }: World, random: Random): string =>
  random.pick(creators)?.trackingCode ?? '';

/** A twentieth of the orders is refunded before it arrives. */
export function drawnEarlyRefunds(amount: bigint, random: Random): readonly bigint[] {
  if (amount < 2n || random.next() >= 0.05) return [];
  const part = BigInt(random.between(1, Number(amount) - 1));
  return random.pick([[part], [amount], [part, amount - part]]);
}
