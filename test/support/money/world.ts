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
import type { ManualModel } from '#test/support/money-model.ts';
import { createBrand, send } from '#test/support/service.ts';
import type { Facts, ModelCreator, OwnedCode } from './attribution.ts';
import { type Kind, kinds, rateBody, rates, termsBody, termsOfGroups } from './kinds.ts';
import type { CommonRates, ModelOrder } from './orders.ts';
import type { ModelTerms } from './rates.ts';

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

export const categories = ['shoes', 'socks', 'gift card', 'hats'] as const;

const setTerms = async (token: string, path: string, terms: ModelTerms): Promise<void> => {
  const body = { terms: termsBody(terms) };
  const { status, text } = await send('PUT', `${path}/terms`, { token, body });
  if (status !== 200) throw new Error(text);
};

/** The values of the beginning and of the day of the change. */
const versionsOf = <Value>([first, later]: readonly [Value, Value?]) => [
  { from: dayOfHistory(0), terms: first },
  ...(later === undefined ? [] : [{ from: dayOfHistory(changeDay), terms: later }]),
];

const termsOfGroup = (group: string): ModelTerms => {
  const terms = termsOfGroups.get(group);
  if (terms === undefined) throw new Error(`The group ${group} has no terms`);
  return terms;
};

const kindAt = (index: number): Kind => kinds[index % kinds.length] ?? { override: null };

async function newCreator(token: string, index: number): Promise<ModelCreator> {
  const { override, terms, groups } = kindAt(index);
  const { id, trackingCode } = await inviteActive(token, {
    ...(override !== null && { commissionOverride: rateBody(override) }),
    ...(groups !== undefined && { group: groups[0] }),
  });
  if (terms !== undefined) await setTerms(token, `/affiliates/${id}`, terms[0]);
  const groupTerms = (groups === undefined ? [] : versionsOf<string>(groups)).map((version) => ({
    ...version,
    terms: termsOfGroup(version.terms),
  }));
  return {
    ...{ id, trackingCode, override, groupTerms },
    terms: terms === undefined ? [] : versionsOf<ModelTerms>(terms),
    isStrict: override !== null && groups === undefined,
  };
}

async function changeCreator(token: string, { id }: ModelCreator, index: number): Promise<void> {
  const { terms: [, terms] = [], groups: [, group] = [] } = kindAt(index);
  if (terms !== undefined) await setTerms(token, `/affiliates/${id}`, terms);
  if (group !== undefined) await patch(token, `/affiliates/${id}`, { group });
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
  for (const [group, terms] of termsOfGroups) await setTerms(token, `/affiliate-groups/${group}`, terms);
  const creators: ModelCreator[] = [];
  const codes: OwnedCode[] = [];
  for (let index = 0; index < count; index += 1) {
    const creator = await newCreator(token, index);
    creators.push(creator);
    codes.push(await owned(token, creator, { code: codeOf(index), campaignId: campaign.id, from }));
  }
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
    for (const [index, creator] of creators.entries()) await changeCreator(token, creator, index);
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
