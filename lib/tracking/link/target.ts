// Where a tracking code leads: the creator and its brand, the campaign, the landing page, the salt of the day.
import { randomUUID } from 'node:crypto';
import { earns } from '#lib/affiliates/rules/status.ts';
import type { AffiliateStatus } from '#lib/affiliates/schema.ts';
import { isUnavailable, notFound } from '#lib/shared/errors.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { getItem, getItems, putOrFind } from '#lib/tracking/link/minimal-client.ts';
import type { Deadline } from '#lib/tracking/link/table-call.ts';
import { linkLocation } from '#lib/tracking/rules/location.ts';
import { isNewSalt, newSaltItem, saltIn } from '#lib/tracking/writes/visitor-salt.ts';

export interface LinkTarget {
  readonly brandId: string;
  readonly affiliateId: string;
  /** As the creator has it. */
  readonly trackingCode: string;
  /** The campaign that the link names, where the brand has it. */
  readonly campaignId: string | null;
  readonly creatorEarns: boolean;
  /** Whether the campaign is active; true where the link names none. */
  readonly campaignRuns: boolean;
  /** The address that people are sent to, before and after the click's id; null where there is nowhere to go. */
  readonly location: readonly [before: string, after: string] | null;
  /** What visitors of the day are hashed with; undefined where it could not be had. */
  readonly salt: string | undefined;
}

type Item = Readonly<Record<string, unknown>>;

/** An attribute that is a text: the store that wrote it has checked it. */
function text(item: Item, name: string): string {
  const value = item[name];
  if (typeof value !== 'string') throw new Error(`A stored item has no ${name}`);
  return value;
}

const statuses: Readonly<Record<AffiliateStatus, true>> = {
  invited: true,
  active: true,
  paused: true,
  banned: true,
};
const isStatus = (value: string): value is AffiliateStatus => Object.hasOwn(statuses, value);

const unknownCode = () => notFound('Tracking code');

/** Nothing that is registered has this in it. */
function locationAround(landingUrl: string, ref: string): readonly [string, string] {
  const mark = randomUUID();
  const [before = '', after = ''] = linkLocation(landingUrl, ref, mark).split(mark);
  return [before, after];
}

/**
 * The salt that was found, or else a new one, or the one that somebody else was faster to make. Without it a click has no
 * visitor, and is stored all the same.
 */
async function saltOf(brandId: string, date: string, found: Item | undefined, allowance: Deadline) {
  if (found !== undefined) return saltIn(found);
  const item = newSaltItem(brandId, date);
  try {
    return saltIn((await putOrFind(item, isNewSalt, allowance)) ?? item);
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

export interface Asked {
  /** As codes are compared. */
  readonly code: string;
  readonly campaignId: string | undefined;
  readonly date: string;
}

const keysBeside = (brandId: string, { campaignId, date }: Asked) => [
  keys.brand(brandId),
  keys.visitorSalt(brandId, date),
  ...(campaignId === undefined ? [] : [keys.item(brandId, 'campaign', campaignId)]),
];

/** The code's own item first, which says whose it is; where that is known, all at once. */
async function readItems(asked: Asked, known: LinkTarget | undefined, allowance: Deadline) {
  const codeKey = keys.trackingCode(asked.code);
  if (known !== undefined) {
    const [code, ...beside] = await getItems([codeKey, ...keysBeside(known.brandId, asked)], allowance);
    // A code never goes to another brand, but nothing here depends on that.
    if (code === undefined || code.brandId === known.brandId) return { code, beside };
  }
  const code = await getItem(codeKey, allowance);
  if (code === undefined) return { code, beside: [] };
  return { code, beside: await getItems(keysBeside(text(code, 'brandId'), asked), allowance) };
}

/** A 404 for a code that nobody has. `known`: what it led to when it was read before. */
export async function readTarget(
  asked: Asked,
  known: LinkTarget | undefined,
  allowance: Deadline,
): Promise<LinkTarget> {
  const { code, beside } = await readItems(asked, known, allowance);
  if (code === undefined) throw unknownCode();
  const [brand, salt, campaign] = beside;
  if (brand === undefined) throw new Error('A tracking code leads to a brand that is not there');
  const brandId = text(code, 'brandId');
  const trackingCode = text(code, 'trackingCode');
  const status = text(code, 'status');
  const landingUrl = campaign?.landingUrl ?? brand.landingUrl;
  return {
    brandId,
    trackingCode,
    affiliateId: text(code, 'affiliateId'),
    campaignId: campaign === undefined ? null : text(campaign, 'id'),
    creatorEarns: isStatus(status) && earns(status),
    campaignRuns: campaign === undefined || campaign.status === 'active',
    location: typeof landingUrl === 'string' ? locationAround(landingUrl, trackingCode) : null,
    salt: await saltOf(brandId, asked.date, salt, allowance),
  };
}
