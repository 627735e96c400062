// Reads the target of a tracking code: creator, brand, campaign, landing page and the salt of the day.
import type { SubscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { isRegisteredPage } from '#lib/access/brands/rules/landing-hosts.ts';
import { utmParameters } from '#lib/access/brands/rules/utm.ts';
import { getItem, getItems, putOrGetExisting } from '#lib/clicks/tracking/link/minimal-client.ts';
import type { Deadline } from '#lib/clicks/tracking/link/table-call.ts';
import { linkLocation, type OwnParameters } from '#lib/clicks/tracking/rules/location.ts';
import { newSaltItem, readSalt, saltCondition } from '#lib/clicks/tracking/writes/visitor-salt.ts';
import { DomainError, isUnavailable, type LinkTexts } from '#lib/foundation/shared/errors.ts';
import { isReadOnly } from '#lib/foundation/shared/read-only.ts';
import { trackingCode as missing } from '#lib/foundation/shared/resources.ts';
import { campaignKey, linkKeys } from '#lib/foundation/table/keys/link-keys.ts';
import { earns } from '#lib/program/affiliates/rules/status.ts';
import { brandCodeOf, isReleased, splitLinkCode } from '#lib/program/affiliates/rules/tracking-code.ts';
import { type LinkCampaign, landingUrlOf, toLinkCampaign } from './campaign.ts';
import { type Item, numberOrNull, text } from './item.ts';

export interface LinkTarget {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
  readonly campaign: LinkCampaign | null;
  /** The time zone of the dates of the campaign. */
  readonly timezone: string;
  readonly creatorEarns: boolean;
  /** True if the brand has canceled its subscription. Its links have ended. */
  readonly isCanceled: boolean;
  /** The hosts to which a visitor's link may lead. */
  readonly landingHosts: readonly string[];
  /** The brand's utm parameters, encoded. */
  readonly utm: readonly string[];
  /** The redirect URL of the landing page, split where the click id is inserted; null if there is no landing page. */
  readonly location: readonly [before: string, after: string] | null;
  /** The brand's texts for people whom the link cannot redirect. */
  readonly linkTexts: LinkTexts | undefined;
  readonly salt: string | undefined;
  /** Null if the brand does not limit the unique clicks of an address. */
  readonly maxUniqueClicks: number | null;
  /** In milliseconds: how far the clock of a test twin is ahead. */
  readonly clockOffset: number;
  /** In epoch milliseconds: from this time on, another creator can take the code of a banned creator. */
  readonly codeExpiresAt: number;
}

const canceled: SubscriptionStatus = 'canceled';

export const unknownCode = () => new DomainError('notFound', missing.code, missing.message);

const linkTextsIn = ({ linkTexts }: Item): LinkTexts | undefined =>
  Array.isArray(linkTexts) ? [String(linkTexts[0]), String(linkTexts[1])] : undefined;

const landingHostsIn = ({ landingHosts }: Item): readonly string[] =>
  Array.isArray(landingHosts) ? landingHosts.map(String) : [];

/** Skips a landing page whose host the brand does not allow any more. */
function locationOf(candidates: readonly unknown[], landingHosts: readonly string[], own: OwnParameters) {
  const url = candidates.find((text) => typeof text === 'string' && isRegisteredPage(text, landingHosts));
  return typeof url === 'string' ? linkLocation(url, own) : null;
}

/**
 * Returns the existing salt if another request creates it first.
 * Returns undefined if the table is unavailable or the stage is read-only, and the visitor then counts as unknown.
 */
async function getOrCreateSalt(brandId: string, date: string, found: Item | undefined, deadline: Deadline) {
  if (found !== undefined || isReadOnly()) return found && readSalt(found);
  const item = newSaltItem(brandId, date);
  try {
    return readSalt((await putOrGetExisting(item, saltCondition, deadline)) ?? item);
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

export interface TargetRequest {
  readonly code: string;
  readonly campaignId: string | undefined;
  readonly date: string;
  readonly now: Date;
}

const relatedKeys = (brandId: string, { campaignId, date }: TargetRequest) => [
  linkKeys.brand(brandId),
  linkKeys.visitorSalt(brandId, date),
  ...(campaignId === undefined ? [] : [campaignKey(brandId, campaignId)]),
];

/** Reads all items in one batch if `known` has the brand id. Otherwise reads the link prefix or the code first, whose item has the brand id. */
async function readItems(request: TargetRequest, known: LinkTarget | undefined, deadline: Deadline) {
  const prefixed = splitLinkCode(request.code);
  const keysIn = (brandId: string) => [
    linkKeys.trackingCode(prefixed ? brandCodeOf(brandId, prefixed.word) : request.code),
    ...relatedKeys(brandId, request),
  ];
  if (known !== undefined) {
    // An eventually consistent read costs half, and the known target is a minute old already.
    const [code, ...related] = await getItems(keysIn(known.brandId), deadline, { isConsistent: false });
    if (code === undefined || code.brandId === known.brandId) return { code, related };
  }
  if (prefixed) {
    const claim = await getItem(linkKeys.linkPrefix(prefixed.linkPrefix), deadline);
    if (claim === undefined) return { code: claim, related: [] };
    const [code, ...related] = await getItems(keysIn(text(claim, 'brandId')), deadline, {
      isConsistent: true,
    });
    return { code, related };
  }
  const code = await getItem(linkKeys.trackingCode(request.code), deadline);
  if (code === undefined) return { code, related: [] };
  const others = relatedKeys(text(code, 'brandId'), request);
  return { code, related: await getItems(others, deadline, { isConsistent: true }) };
}

export async function readTarget(
  request: TargetRequest,
  known: LinkTarget | undefined,
  deadline: Deadline,
): Promise<LinkTarget> {
  const { code, related } = await readItems(request, known, deadline);
  if (code === undefined) throw unknownCode();
  const [brand, salt, campaign] = related;
  if (brand === undefined) throw new Error('The brand of a tracking code does not exist');
  const clockOffset = Number(brand.clockOffset ?? 0);
  if (isReleased(code, brandTime({ clockOffset }, request.now))) throw unknownCode();
  const brandId = text(code, 'brandId');
  const trackingCode = text(code, 'trackingCode');
  const landingHosts = landingHostsIn(brand);
  const utm = Array.isArray(brand.defaultUtm)
    ? utmParameters(brand.defaultUtm.map(String), trackingCode)
    : [];
  return {
    brandId,
    trackingCode,
    affiliateId: text(code, 'affiliateId'),
    campaign: campaign === undefined ? null : toLinkCampaign(campaign),
    timezone: text(brand, 'timezone'),
    creatorEarns: earns(text(code, 'status')),
    isCanceled: brand.subscriptionStatus === canceled,
    landingHosts,
    utm,
    location: locationOf([landingUrlOf(campaign), brand.landingUrl], landingHosts, { trackingCode, utm }),
    maxUniqueClicks: numberOrNull(brand, 'uniqueClicksPerAddress'),
    clockOffset,
    linkTexts: linkTextsIn(brand),
    salt: await getOrCreateSalt(brandId, request.date, salt, deadline),
    codeExpiresAt:
      code.releasableAt === undefined ? Infinity : Date.parse(text(code, 'releasableAt')) - clockOffset,
  };
}
