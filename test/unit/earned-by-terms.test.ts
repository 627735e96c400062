import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyRate } from '#lib/foundation/shared/rates.ts';
import { earnedByTerms, type LineItem, type OrderByTerms } from '#lib/program/terms/rules/earned-by-terms.ts';
import { explanationOf } from '#lib/program/terms/rules/explanation.ts';
import { sharesOf } from '#lib/program/terms/rules/shares.ts';
import { toStoredTerms } from '#lib/program/terms/rules/terms.ts';
import { termsInput } from '#lib/program/terms/schema/endpoints.ts';
import { maxParts } from '#lib/program/terms/schema/explanation.ts';
import type { CustomerKind, Terms, TermsRate } from '#lib/program/terms/schema/terms.ts';

const percent = (value: number): TermsRate => ({ type: 'percentage', value: value * 100, per: 'order' });
const fixed = (value: number, per: TermsRate['per'] = 'order'): TermsRate => ({ type: 'fixed', value, per });
const terms = (given: Partial<Terms>): Terms => ({ rate: percent(10), rules: [], caps: {}, ...given });
const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const item = (price: number, fields: Partial<LineItem> = {}): LineItem => ({ price, quantity: 1, ...fields });

const order = (
  amount: number,
  items: readonly LineItem[] = [],
  customer: CustomerKind = 'new',
): OrderByTerms => ({ amount, items, customer });

/** The amount that the commission has, by the rate that it stores. */
const totalOf = (amount: number, { rate }: ReturnType<typeof earnedByTerms>) =>
  rate === undefined ? 0 : applyRate(rate, amount);

const names = ['a', 'b', 'c'];
const amounts = fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 10 ** 12 }));
const rates: fc.Arbitrary<TermsRate> = fc.oneof(
  fc.record({
    type: fc.constant('percentage' as const),
    value: fc.integer({ min: 1, max: 10_000 }),
    per: fc.constant('order' as const),
  }),
  fc.record({ type: fc.constant('fixed' as const), value: amounts, per: fc.constantFrom('order', 'item') }),
);
const customers = fc.constantFrom<CustomerKind[]>('new', 'returning');
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  rate: rates,
  rules: fc.array(
    fc.record({
      match: fc.oneof(
        fc.constant(undefined),
        fc.record({ sku: fc.subarray(names, { minLength: 1 }) }),
        fc.record({ tag: fc.subarray(names, { minLength: 1 }) }),
      ),
      customers: fc.option(customers, { nil: undefined }),
      rate: fc.option(rates),
    }),
    { maxLength: 20 },
  ),
  caps: fc.oneof(fc.constant({}), fc.record({ perOrder: amounts })),
});
const lineItems: fc.Arbitrary<readonly LineItem[]> = fc.array(
  fc.record({
    sku: fc.constantFrom(...names, undefined),
    tags: fc.subarray(names),
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    price: fc.oneof(fc.constant(undefined), fc.constant(0), amounts),
  }),
  { maxLength: 12 },
);

const version = { ownerId: 'brd_01', validFrom: '2026-01-01T00:00:00.000Z' };

describe('what an order earns by terms', () => {
  test('the bases of the parts add up to the order, their amounts to the commission, and no part earns more than its base', () => {
    fc.assert(
      fc.property(amounts, lineItems, anyTerms, customers, (amount, items, given, customer) => {
        const earned = earnedByTerms(order(amount, items, customer), given);
        const { parts } = explanationOf(earned, { ...version, customer });
        const total = totalOf(amount, earned);
        expect(parts.length).toBeLessThanOrEqual(maxParts);
        expect(sumOf(parts.map(({ base }) => base))).toBe(amount);
        expect(sumOf(parts.map((part) => part.amount))).toBe(total);
        for (const { base, amount: own } of parts) expect(own).toBeLessThanOrEqual(base);
        expect(total).toBeLessThanOrEqual(given.caps.perOrder ?? amount);
      }),
      { numRuns: 2000 },
    );
  });

  test('shares add up to the amount, and differ from their exact value by less than 1', () => {
    fc.assert(
      fc.property(amounts, fc.array(amounts, { minLength: 1, maxLength: 30 }), (amount, weights) => {
        const shares = sharesOf(amount, weights.map(BigInt));
        const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
        expect(sumOf(shares)).toBe(amount);
        for (const [index, weight] of weights.entries()) {
          const distance = BigInt(shares[index] ?? -1) * sum - BigInt(amount) * BigInt(weight);
          expect(distance < sum && distance > -sum).toBe(true);
        }
      }),
    );
  });

  test('the first rule that matches an item applies, and a rule names a SKU, a product, a category or a tag', () => {
    const rules = [
      { match: { tag: ['sale'] }, rate: null },
      { match: { category: ['shoes', 'boots'] }, rate: percent(20) },
      { match: { productId: ['p-1'] }, rate: percent(30) },
      { match: { sku: ['s-1'] }, rate: fixed(50) },
    ];
    const items = [
      item(1000, { category: 'boots', tags: ['new', 'sale'] }),
      item(1000, { category: 'boots', productId: 'p-1' }),
      item(1000, { category: 'hats', productId: 'p-1' }),
      item(1000, { sku: 's-1' }),
      item(1000, { sku: 'S-1' }),
    ];
    expect(earnedByTerms(order(5000, items), terms({ rules }))).toEqual({
      rate: { type: 'fixed', value: 0 + 200 + 300 + 50 + 100 },
      isCapped: false,
      earnedByRules: 200 + 300 + 50,
      parts: [
        { rule: 0, match: { tag: 'sale' }, rate: null, base: 1000, amount: 0 },
        { rule: 1, match: { category: 'boots' }, rate: percent(20), base: 1000, amount: 200 },
        { rule: 2, match: { productId: 'p-1' }, rate: percent(30), base: 1000, amount: 300 },
        { rule: 3, match: { sku: 's-1' }, rate: fixed(50), base: 1000, amount: 50 },
        { rule: null, match: null, rate: percent(10), base: 1000, amount: 100 },
      ],
    });
  });

  test('a discount on the whole order makes the bases smaller in proportion to the prices', () => {
    const rules = [{ match: { sku: ['s-1'] }, rate: percent(50) }];
    const items = [item(3000, { sku: 's-1', quantity: 2 }), item(3000)];
    const { parts } = earnedByTerms(order(6001, items), terms({ rules }));
    expect(parts.map(({ base, amount }) => [base, amount])).toEqual([
      [4001, 2000],
      [2000, 200],
    ]);
  });

  test('a fixed rate per item is earned for each unit, and one per order once', () => {
    const items = [item(1000, { quantity: 3 }), item(500, { quantity: 2 })];
    expect(earnedByTerms(order(4000, items), terms({ rate: fixed(70, 'item') })).rate).toEqual({
      type: 'fixed',
      value: 350,
    });
    expect(earnedByTerms(order(4000, items), terms({ rate: fixed(70) })).rate).toEqual({
      type: 'fixed',
      value: 70,
    });
  });

  test('without prices, the rate applies to the whole order, and rules do not', () => {
    const rules = [{ match: { sku: ['s-1'] }, rate: percent(50) }];
    const free = [{ sku: 's-1', quantity: 4 }, item(0, { sku: 's-1' })];
    expect(earnedByTerms(order(1000, free), terms({ rules })).rate).toEqual({
      type: 'percentage',
      value: 1000,
    });
    expect(earnedByTerms(order(1000), terms({ rate: fixed(70, 'item') })).rate).toEqual({
      type: 'fixed',
      value: 70,
    });
    expect(earnedByTerms(order(1000, free), terms({ rate: fixed(70, 'item') })).rate).toEqual({
      type: 'fixed',
      value: 350,
    });
  });

  test('one rate of the whole order stays a percentage, so that refunds round as for a simple rate', () => {
    const rules = [{ match: { sku: ['s-1'] }, rate: percent(33) }];
    const all = [item(500, { sku: 's-1' }), item(700, { sku: 's-1' })];
    expect(earnedByTerms(order(1000, all), terms({ rules })).rate).toEqual({
      type: 'percentage',
      value: 3300,
    });
  });

  test('a cap makes the parts smaller in proportion, and an order whose items are all excluded earns nothing', () => {
    const rules = [{ match: { sku: ['s-1'] }, rate: percent(30) }];
    const items = [item(1000, { sku: 's-1' }), item(1000)];
    const capped = earnedByTerms(order(2000, items), terms({ rules, caps: { perOrder: 101 } }));
    expect([capped.rate, capped.isCapped]).toEqual([{ type: 'fixed', value: 101 }, true]);
    expect(capped.parts.map(({ amount }) => amount)).toEqual([76, 25]);
    const excluding = terms({ rules: [{ match: { sku: ['s-1'] }, rate: null }] });
    expect(earnedByTerms(order(2000, [item(1000, { sku: 's-1' })]), excluding).rate).toBeUndefined();
  });

  test.each([
    ['JPY', 5, 5],
    ['EUR', 5.25, 525],
    ['KWD', 5.125, 5125],
  ])('amounts in %s have the decimals of the currency', (currency, value, minor) => {
    const rate = { type: 'fixed', value } as const;
    const input = termsInput.parse({
      rate,
      rules: [{ match: { sku: ['a'] }, rate }],
      caps: { perOrder: value },
    });
    expect(toStoredTerms(input, currency)).toEqual({
      rate: fixed(minor),
      rules: [{ match: { sku: ['a'] }, rate: fixed(minor) }],
      caps: { perOrder: minor },
    });
    const tooFine = termsInput.parse({ rate, caps: { perOrder: 0.00001 } });
    expect(() => toStoredTerms(tooFine, currency)).toThrow('Invalid request body');
  });
});
