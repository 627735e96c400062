// Where a tracking code leads: the creator and its brand, the campaign, the landing page.
import { storedTrackingTarget, type TrackingTarget } from '#lib/affiliates/schema.ts';
import { normalizeTrackingCode } from '#lib/affiliates/tracking-code.ts';
import { type Brand, storedBrand } from '#lib/brands/schema.ts';
import { type Campaign, storedCampaign } from '#lib/campaigns/schema.ts';
import { DomainError, notFound } from '#lib/shared/errors.ts';
import { within } from '#lib/shared/time-limit.ts';
import { getItem, getItems, type Item } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys.ts';

export const unknownCode = () => notFound('Tracking code');

export const targetKey = (code: string) => keys.trackingCode(normalizeTrackingCode(code));

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

/** Nobody waits longer for a target to be read anew that was known before. */
const rereadMilliseconds = 300;

/** The target of a link, at most a minute old; an older one still serves while the table is away or does not answer. */
export async function linkTarget(
  code: string,
  campaignId: string | undefined,
  now: Date,
): Promise<LinkTarget> {
  const name = `${normalizeTrackingCode(code)} ${campaignId ?? ''}`;
  const known = held.get(name);
  if (known !== undefined && now.getTime() - known.readAt < freshMilliseconds) return known.target;
  const reading = readLinkTarget(code, campaignId).then((target) => hold(name, target, now));
  if (known === undefined) return reading;
  const again = reading.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'unavailable') return known.target;
    throw error;
  });
  return within(rereadMilliseconds, again, () => known.target);
}

function hold(name: string, target: LinkTarget, now: Date): LinkTarget {
  held.delete(name);
  held.set(name, { target, readAt: now.getTime() });
  const [oldest] = held.keys();
  if (held.size > maxHeld && oldest !== undefined) held.delete(oldest);
  return target;
}
