// Where a tracking code leads: the creator and its brand, the campaign, the landing page.
import { storedTrackingTarget, type TrackingTarget } from '#lib/affiliates/schema.ts';
import { type Brand, storedBrand } from '#lib/brands/schema.ts';
import { type Campaign, storedCampaign } from '#lib/campaigns/schema.ts';
import { DomainError, notFound } from '#lib/shared/errors.ts';
import { getItem, getItems, type Item } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';

export const unknownCode = () => notFound('Tracking code');

export const targetKey = (code: string) => keys.trackingCode(code.toLowerCase());

export const parseTarget = (found: Item | undefined): TrackingTarget => {
  if (found === undefined) throw unknownCode();
  return storedTrackingTarget.parse(found);
};

export interface LinkTarget {
  readonly target: TrackingTarget;
  readonly brand: Brand;
  /** The campaign that the link names, where the brand has it. */
  readonly campaign: Campaign | undefined;
}

async function readLinkTarget(code: string, campaignId: string | undefined): Promise<LinkTarget> {
  const target = parseTarget(await getItem(targetKey(code)));
  const { brandId } = target;
  const [brand, campaign] = await getItems([
    keys.brand(brandId),
    ...(campaignId === undefined ? [] : [keys.item(brandId, 'campaign', campaignId)]),
  ]);
  return {
    target,
    brand: storedBrand.parse(brand),
    campaign: campaign === undefined ? undefined : storedCampaign.parse(campaign),
  };
}

const freshMilliseconds = 60_000;
const maxHeld = 1000;
const held = new Map<string, { readonly target: LinkTarget; readonly readAt: number }>();

/** The target of a link, at most a minute old; an older one still serves while the table is away. */
export async function linkTarget(
  code: string,
  campaignId: string | undefined,
  now: Date,
): Promise<LinkTarget> {
  const name = `${code.toLowerCase()} ${campaignId ?? ''}`;
  const known = held.get(name);
  if (known !== undefined && now.getTime() - known.readAt < freshMilliseconds) return known.target;
  try {
    const target = await readLinkTarget(code, campaignId);
    held.delete(name);
    held.set(name, { target, readAt: now.getTime() });
    const [oldest] = held.keys();
    if (held.size > maxHeld && oldest !== undefined) held.delete(oldest);
    return target;
  } catch (error) {
    const isAway = error instanceof DomainError && error.code === 'unavailable';
    if (known === undefined || !isAway) throw error;
    return known.target;
  }
}
