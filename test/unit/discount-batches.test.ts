import { describe, expect, test } from 'vitest';
import { newBrand } from '#lib/access/brands/rules/new-brand.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { transactionLimit } from '#lib/foundation/table/writes/write.ts';
import { newDiscount } from '#lib/program/discounts/rules/new-discount.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import { addBatch, toBatches } from '#lib/program/discounts/writes/bulk.ts';

const now = new Date('2026-03-01T09:30:00Z');
const brand = newBrand(
  { name: 'Acme', email: 'ops@acme.test', plan: 'growth', currency: 'USD', landingUrl: 'https://acme.test/' },
  now,
);
const creators = [newId('affiliate', now), newId('affiliate', now)];
const campaignId = newId('campaign', now);

const discounts = (count: number, settings: (index: number) => object = () => ({})): readonly Discount[] =>
  Array.from({ length: count }, (_, index) =>
    newDiscount(
      {
        code: `C${index}`,
        type: 'percentage',
        value: 10,
        affiliateId: creators[0] ?? '',
        ...settings(index),
      },
      brand,
      now,
    ),
  );
const sizes = (all: readonly Discount[]) => toBatches(all).map(({ length }) => length);

describe('toBatches', () => {
  test.each([
    ['of one creator', () => ({}), 47],
    ['of one creator in one campaign', () => ({ campaignId }), 47],
    ['with external ids', (index: number) => ({ externalId: `x${index}` }), 31],
    [
      'of two creators in one campaign',
      (index: number) => ({ campaignId, affiliateId: creators[index % 2] }),
      45,
    ],
  ])('fills a transaction with codes %s, and begins another one with the next code', (_, settings, most) => {
    expect(sizes(discounts(most, settings))).toEqual([most]);
    expect(sizes(discounts(most + 1, settings)).toSorted((one, other) => other - one)).toEqual([most, 1]);
    const [batch = []] = toBatches(discounts(most, settings));
    // One more write is for the idempotency key.
    expect(addBatch(batch, new Set()).length).toBeLessThan(transactionLimit);
  });
});
