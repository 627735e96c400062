// Following a link: record the click, and redirect whatever becomes of that.
import { earns } from '#lib/affiliates/rules.ts';
import { notFound } from '#lib/shared/errors.ts';
import { newId } from '#lib/shared/ids.ts';
import { logger } from '#lib/shared/logger.ts';
import { within } from '#lib/shared/time-limit.ts';
import { filterOf, linkLocation, passingVisitor } from './rules.ts';
import type { Click } from './schema.ts';
import { recordFollowed } from './store.ts';
import { type LinkTarget, linkTarget } from './targets.ts';

/** Someone on a link. */
interface Following {
  readonly code: string;
  readonly campaignId: string | undefined;
  readonly sourceIp: string;
  readonly userAgent: string | undefined;
  readonly counts: boolean;
  readonly now: Date;
}

/** Nobody waits longer for a click to be stored. */
const storeMilliseconds = 300;

/** Where the visitor goes. A 404 for an unknown code, and where neither campaign nor brand has a landing page. */
export async function followLink(following: Following): Promise<{ location: string }> {
  const found = await linkTarget(following.code, following.campaignId, following.now);
  const landingUrl = found.campaign?.landingUrl ?? found.brand.landingUrl;
  if (landingUrl === null) throw notFound('Landing page');
  const ref = found.target.trackingCode;
  if (!following.counts) return { location: linkLocation(landingUrl, ref, undefined) };
  const click = clickOf(following, found);
  await storeOrLog(click);
  return { location: linkLocation(landingUrl, ref, click.id) };
}

const clickOf = (following: Following, { target, brand, campaign }: LinkTarget): Click => ({
  type: 'click',
  id: newId('click', following.now),
  brandId: brand.id,
  affiliateId: target.affiliateId,
  trackingCode: target.trackingCode,
  campaignId: campaign?.id ?? null,
  visitor: passingVisitor(brand.visitorSalt, following.now, following.sourceIp, following.userAgent ?? ''),
  recordedAt: following.now.toISOString(),
  filtered: filterOf({
    userAgent: following.userAgent,
    creatorEarns: earns(target.status),
    campaignRuns: campaign === undefined || campaign.status === 'active',
  }),
  referrerHost: null,
});

/** A click that cannot be stored in time goes to the log, whole, so that it can be stored from there. */
async function storeOrLog(click: Click): Promise<void> {
  try {
    await within(storeMilliseconds, recordFollowed(click), () => {
      throw new Error(`Not stored within ${storeMilliseconds} ms`);
    });
  } catch (error) {
    logger.countEvent('ClickNotStored');
    logger.error('click not stored', { click, failure: error instanceof Error ? error.message : 'unknown' });
  }
}
