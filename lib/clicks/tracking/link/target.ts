// Reads the target of a tracking code: creator, brand, campaign, landing page and the salt of the day.
import type { SubscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { chosenLandingUrl, isRegisteredPage } from '#lib/access/brands/rules/landing-hosts.ts';
import { utmParameters } from '#lib/access/brands/rules/utm.ts';
import { putOrGetExisting } from '#lib/clicks/tracking/link/minimal-client.ts';
import type { Deadline } from '#lib/clicks/tracking/link/table-call.ts';
import { linkLocation, type OwnParameters } from '#lib/clicks/tracking/rules/location.ts';
import { parseSubIds, type SubIds } from '#lib/clicks/tracking/rules/sub-ids.ts';
import { newSaltItem, readSalt, saltCondition } from '#lib/clicks/tracking/writes/visitor-salt.ts';
import { DomainError, isUnavailable, type LinkTexts } from '#lib/foundation/shared/errors.ts';
import { isReadOnly } from '#lib/foundation/shared/read-only.ts';
import { trackingCode as missing } from '#lib/foundation/shared/resources.ts';
import { earns } from '#lib/program/affiliates/rules/status.ts';
import { isReleased } from '#lib/program/affiliates/rules/tracking-code.ts';
import { type LinkCampaign, landingUrlOf, toLinkCampaign } from './campaign.ts';
import { type Item, numberOrNull, text, textOrNull } from './item.ts';
import { readItems, type TargetRequest } from './target-items.ts';

export interface LinkTarget {
  /** The item under the tracking code or the slug. */
  readonly code: Item;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
  readonly campaign: LinkCampaign | null;
  /** The time zone of the dates of the campaign. */
  readonly timezone: string;
  readonly creatorEarns: boolean;
  /** True if the brand has canceled its subscription, or the link was deleted. */
  readonly isCanceled: boolean;
  /** Undefined for a tracking code. */
  readonly linkId: string | undefined;
  /** The sub ids of the link. */
  readonly subIds?: SubIds;
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

const listIn = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

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

/** The parameters of the link take precedence over those of the brand. */
const utmIn = (code: Item, brand: Item, trackingCode: string): readonly string[] => {
  const ofBrand = listIn(brand.defaultUtm);
  const ofLink = listIn(code.utm);
  const texts = ofLink.length === 0 ? ofBrand : ofLink.map((own, index) => own || (ofBrand[index] ?? ''));
  return utmParameters(texts, trackingCode);
};

export async function readTarget(
  request: TargetRequest,
  known: LinkTarget | undefined,
  deadline: Deadline,
): Promise<LinkTarget> {
  const { code, related } = await readItems(request, known?.code, deadline);
  if (code === undefined) throw unknownCode();
  const linkId = textOrNull(code, 'linkId') ?? undefined;
  const [brand, salt, ...others] = related;
  const [creator, campaign] = linkId === undefined ? [code, ...others] : others;
  if (brand === undefined || creator === undefined)
    throw new Error('The brand or the creator of a tracking code does not exist');
  const clockOffset = Number(brand.clockOffset ?? 0);
  if (isReleased(code, brandTime({ clockOffset }, request.now))) throw unknownCode();
  const brandId = text(code, 'brandId');
  const trackingCode = text(creator, 'trackingCode');
  const landingHosts = listIn(brand.landingHosts);
  const utm = utmIn(code, brand, trackingCode);
  const to = textOrNull(code, 'to');
  const page = to === null ? undefined : chosenLandingUrl(to, landingHosts);
  return {
    code,
    brandId,
    trackingCode,
    affiliateId: text(code, 'affiliateId'),
    campaign: campaign === undefined ? null : toLinkCampaign(campaign),
    timezone: text(brand, 'timezone'),
    creatorEarns: earns(text(creator, 'status')),
    isCanceled: brand.subscriptionStatus === canceled || (linkId !== undefined && 'releasableAt' in code),
    linkId,
    ...parseSubIds(`|${textOrNull(code, 'subIds') ?? ''}`),
    landingHosts,
    utm,
    location: locationOf([page, landingUrlOf(campaign), brand.landingUrl], landingHosts, {
      trackingCode,
      utm,
    }),
    maxUniqueClicks: numberOrNull(brand, 'uniqueClicksPerAddress'),
    clockOffset,
    linkTexts: linkTextsIn(brand),
    salt: await getOrCreateSalt(brandId, request.date, salt, deadline),
    codeExpiresAt:
      code.releasableAt === undefined ? Infinity : Date.parse(text(code, 'releasableAt')) - clockOffset,
  };
}
