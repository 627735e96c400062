// Creates a seeded brand with a history: creators, rates, terms of two times, and codes that change hands.
import {
  createApiKey,
  createCampaign,
  createDiscount,
  inviteActive,
  patch,
} from '#test/support/creations.ts';
import { createdAt } from '#test/support/fake-clock.ts';
import type { Json } from '#test/support/json.ts';
import { decimalOf, type ManualModel } from '#test/support/money-model.ts';
import { createBrand, send } from '#test/support/service.ts';
import type { Facts, ModelCreator, OwnedCode } from './attribution.ts';
import type { CommonRates, ModelOrder } from './orders.ts';
import type { ModelRate, ModelTerms } from './rates.ts';

export interface World extends Facts {
  readonly brandId: string;
  readonly token: string;
  readonly seed: number;
  readonly campaignId: string;
  /** Earns bonuses and deductions, and has no orders, so that the earnings of the others match their orders. */
  readonly favoriteId: string;
  readonly rates: CommonRates;
  /** The codes of the whole history. Other codes belong to one story. */
  readonly commonCodes: readonly string[];
  readonly orders: ModelOrder[];
  readonly manual: ManualModel[];
}

const millisecondsPerDay = 86_400_000;
const historyDays = 150;
const changeDay = 50;

/** The beginning of a UTC day before today. */
export const daysAgo = (days: number): string => {
  const midnight = Math.floor(Date.now() / millisecondsPerDay) * millisecondsPerDay;
  return new Date(midnight - days * millisecondsPerDay).toISOString();
};
const dayOfHistory = (day: number): string => daysAgo(historyDays - day);
/** An order is never drawn for the first day, nor for the present one. */
export const drawnDays = { first: historyDays - 1, last: 1 } as const;

const percentage = (value: bigint): ModelRate => ({ type: 'percentage', value });
const fixed = (value: bigint): ModelRate => ({ type: 'fixed', value });
const perOrder = (rate: ModelRate) => ({ ...rate, isPerItem: false });

const earlyTerms: ModelTerms = {
  rate: perOrder(percentage(1000n)),
  rules: [
    { category: 'shoes', rate: perOrder(percentage(1850n)) },
    { category: 'gift card', rate: null },
    { category: 'socks', rate: { ...fixed(75n), isPerItem: true } },
  ],
  cap: 2500n,
};
const laterTerms: ModelTerms = {
  rate: perOrder(percentage(1250n)),
  rules: [{ category: 'socks', rate: perOrder(fixed(333n)) }],
  cap: null,
};

export const categories = ['shoes', 'socks', 'gift card', 'hats'] as const;

/** The creators take these in turn. */
const kinds = [
  { override: percentage(1000n), hasTerms: false },
  { override: percentage(725n), hasTerms: false },
  { override: fixed(250n), hasTerms: false },
  { override: percentage(3333n), hasTerms: false },
  { override: null, hasTerms: true },
  { override: null, hasTerms: false },
] as const;

const rateBody = ({ type, value }: ModelRate) => ({ type, value: decimalOf(value) });
const termsRateBody = ({ isPerItem, ...rate }: ModelTerms['rate']) => ({
  ...rateBody(rate),
  per: isPerItem ? 'item' : 'order',
});
const termsBody = ({ rate, rules, cap }: ModelTerms) => ({
  rate: termsRateBody(rate),
  rules: rules.map(({ category, rate: own }) => ({
    match: { category: [category] },
    ...(own === null ? { excluded: true } : { rate: termsRateBody(own) }),
  })),
  caps: cap === null ? {} : { perOrder: decimalOf(cap) },
});

async function setTerms(token: string, { id }: ModelCreator, terms: ModelTerms): Promise<void> {
  const body = { terms: termsBody(terms) };
  const { status, text } = await send('PUT', `/affiliates/${id}/terms`, { token, body });
  if (status !== 200) throw new Error(text);
}

async function newCreator(token: string, index: number): Promise<ModelCreator> {
  const { override, hasTerms } = kinds[index % kinds.length] ?? kinds[0];
  const { id, trackingCode } = await inviteActive(token, {
    ...(override !== null && { commissionOverride: rateBody(override) }),
  });
  const terms = [
    { from: dayOfHistory(0), terms: earlyTerms },
    { from: dayOfHistory(changeDay), terms: laterTerms },
  ];
  return { id, trackingCode, override, terms: hasTerms ? terms : [], isStrict: override !== null };
}

const codeOf = (creator: number): string => `CODE${creator}`;
const [swappedCode, unknownCode] = ['SWAPPED', 'UNKNOWN'];

async function owned(
  token: string,
  creator: ModelCreator,
  owning: { code: string; campaignId: string; from: string },
): Promise<OwnedCode> {
  const { code, campaignId } = owning;
  const { id: discountId } = await createDiscount(token, creator.id, { code, campaignId });
  return { ...owning, creator, discountId, to: null };
}

const rates: CommonRates = { brand: percentage(800n), campaign: percentage(1225n) };
const boundMonths = 2;

async function newBrand(count: number) {
  const from = dayOfHistory(0);
  const { admin, brand } = await createBrand('scale');
  // An API key does not expire when the clock moves.
  const { key: token } = await createApiKey(admin);
  const customerAttribution = { type: 'months', months: boundMonths };
  await patch(token, '/brand', { customerAttribution, commission: rateBody(rates.brand) });
  const campaign: Json = await createCampaign(token, {
    ...{ status: 'active', commission: rateBody(rates.campaign) },
  });
  const creators: ModelCreator[] = [];
  const codes: OwnedCode[] = [];
  for (let index = 0; index < count; index += 1) {
    const creator = await newCreator(token, index);
    creators.push(creator);
    codes.push(await owned(token, creator, { code: codeOf(index), campaignId: campaign.id, from }));
  }
  for (const creator of creators.filter(({ terms }) => terms.length > 0))
    await setTerms(token, creator, earlyTerms);
  const [first, second] = creators;
  if (first === undefined || second === undefined) throw new Error('There must be two creators');
  const swapped = await owned(token, first, { code: swappedCode, campaignId: campaign.id, from });
  const { id: favoriteId } = await inviteActive(token);
  return { brandId: brand.id, token, campaignId: campaign.id, creators, codes, swapped, second, favoriteId };
}

/** The terms change, and a code is deleted. Another creator has the code some days later. */
async function change({
  token,
  creators,
  codes,
  swapped,
  second,
  campaignId,
}: Awaited<ReturnType<typeof newBrand>>) {
  const [changedAt, takenAt] = [dayOfHistory(changeDay), dayOfHistory(changeDay + 10)];
  await createdAt(changedAt, async () => {
    for (const creator of creators.filter(({ terms }) => terms.length > 0))
      await setTerms(token, creator, laterTerms);
    await send('DELETE', `/discounts/${swapped.discountId}`, { token });
  });
  swapped.to = changedAt;
  const owning = { code: swappedCode, campaignId, from: takenAt };
  codes.push(swapped, await createdAt(takenAt, () => owned(token, second, owning)));
}

export async function newWorld(seed: number, creators: number): Promise<World> {
  const begun = await createdAt(dayOfHistory(0), () => newBrand(creators));
  await change(begun);
  const { brandId, token, campaignId, favoriteId, codes } = begun;
  return {
    ...{ brandId, token, seed, campaignId, favoriteId, codes, rates, boundMonths },
    creators: begun.creators,
    commonCodes: [...codes.map(({ code }) => code), swappedCode, unknownCode],
    bindings: new Map(),
    orders: [],
    manual: [],
  };
}
