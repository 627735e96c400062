// Defines the kinds of creators: with an override, and with terms of their own or of their group.
import { decimalOf } from '#test/support/money-model.ts';
import type { ModelMonth, ModelRate, ModelTerms } from './rates.ts';

const percentage = (value: bigint): ModelRate => ({ type: 'percentage', value });
const fixed = (value: bigint): ModelRate => ({ type: 'fixed', value });
const perOrder = (rate: ModelRate) => ({ ...rate, isPerItem: false });
const perItem = (rate: ModelRate) => ({ ...rate, isPerItem: true });

export const rates = { brand: percentage(800n), campaign: percentage(1225n) } as const;

const earlyTerms: ModelTerms = {
  rate: perOrder(percentage(1000n)),
  rules: [
    { category: 'shoes', rate: perOrder(percentage(1850n)) },
    { category: 'gift card', rate: null },
    { category: 'socks', rate: perItem(fixed(75n)) },
  ],
  cap: 2500n,
};
const laterTerms: ModelTerms = {
  rate: perOrder(percentage(1250n)),
  rules: [{ category: 'socks', rate: perOrder(fixed(333n)) }],
  cap: null,
};

/** Leads earn, and new customers earn more than returning ones. */
const byCustomer: ModelTerms = {
  rate: perOrder(percentage(500n)),
  rules: [
    { category: 'shoes', customers: 'returning', rate: perItem(fixed(150n)) },
    { customers: 'new', rate: perOrder(percentage(2000n)) },
    { category: 'gift card', customers: 'returning', rate: null },
  ],
  cap: null,
  leads: { lead: 400n, signup: 150n },
};

const revenueTiers: ModelTerms = {
  rate: perOrder(percentage(1000n)),
  rules: [{ category: 'socks', rate: perItem(fixed(75n)) }],
  cap: null,
  month: {
    ...{ by: 'revenue', appliesTo: 'followingOrders', cap: 7000n },
    steps: [
      { from: 10_000n, rate: percentage(1555n) },
      { from: 40_000n, rate: fixed(3000n) },
    ],
  },
};
const orderTiers: ModelTerms = {
  rate: perOrder(percentage(775n)),
  rules: [{ customers: 'new', category: 'hats', rate: perOrder(percentage(1111n)) }],
  cap: 2500n,
  leads: { lead: 300n, signup: 100n },
  month: {
    ...{ by: 'orders', appliesTo: 'wholeMonth', cap: 3500n },
    steps: [
      { from: 1n, rate: percentage(1250n) },
      { from: 3n, rate: percentage(2000n) },
    ],
  },
};

/** The first terms apply from the beginning, and the others from the day of the change on. */
type Terms = readonly [first: ModelTerms, later?: ModelTerms];
/** A creator who changes the group has the terms of the later one from then on. */
type Groups = readonly [first: string, later?: string];

export interface Kind {
  readonly override: ModelRate | null;
  readonly terms?: Terms;
  readonly groups?: Groups;
}

export const termsOfGroups: ReadonlyMap<string, ModelTerms> = new Map([
  ['vip', { rate: perOrder(percentage(1400n)), rules: [], cap: 4000n, leads: { lead: 250n, signup: 50n } }],
  ['partners', { rate: perOrder(fixed(444n)), rules: [], cap: null }],
]);

/** The creators take these in turn. */
export const kinds: readonly Kind[] = [
  { override: percentage(1000n) },
  { override: null, terms: [byCustomer] },
  { override: percentage(725n), groups: ['vip'] },
  { override: null, terms: [revenueTiers] },
  { override: fixed(250n) },
  { override: null, groups: ['vip', 'partners'] },
  { override: null, terms: [earlyTerms, laterTerms] },
  { override: null, terms: [orderTiers] },
  { override: percentage(3333n) },
  { override: null },
];

export const rateBody = ({ type, value }: ModelRate) => ({ type, value: decimalOf(value) });
const termsRateBody = ({ isPerItem, ...rate }: ModelTerms['rate']) => ({
  ...rateBody(rate),
  per: isPerItem ? 'item' : 'order',
});

const tiersBody = ({ by, appliesTo, steps }: ModelMonth) => ({
  by,
  appliesTo,
  steps: steps.map(({ from, rate }) => ({
    from: by === 'orders' ? Number(from) : decimalOf(from),
    rate: rateBody(rate),
  })),
});

export const termsBody = ({ rate, rules, cap, leads, month }: ModelTerms) => ({
  rate: termsRateBody(rate),
  rules: rules.map(({ category, customers, rate: own }) => ({
    ...(category !== undefined && { match: { category: [category] } }),
    ...(customers !== undefined && { customers }),
    ...(own === null ? { excluded: true } : { rate: termsRateBody(own) }),
  })),
  ...(month !== undefined && { tiers: tiersBody(month) }),
  caps: {
    ...(cap !== null && { perOrder: decimalOf(cap) }),
    ...(month !== undefined && { perMonth: decimalOf(month.cap) }),
  },
  ...(leads !== undefined && { lead: rateBody(fixed(leads.lead)), signup: rateBody(fixed(leads.signup)) }),
});
