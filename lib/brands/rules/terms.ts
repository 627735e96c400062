// Applies changes to a brand's terms, such as hold period, default commission and landing hosts.
import type { Brand, BrandTerms } from '#lib/brands/schema.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { toBasisPoints, toStoredRate } from '#lib/shared/rates.ts';
import { isAllowedLandingUrl } from './landing-hosts.ts';

type StoredTerms = Pick<Brand, keyof BrandTerms | 'pastHoldDays'>;

export function applyTerms(brand: Brand, terms: BrandTerms, now: Date): StoredTerms {
  const {
    commission,
    attributionWindowDays = brand.attributionWindowDays,
    holdDays = brand.holdDays,
    holdAboveShare,
    timezone = brand.timezone,
    ratesByAdminsOnly = brand.ratesByAdminsOnly,
    landingHosts = brand.landingHosts,
    uniqueClicksPerAddress = brand.uniqueClicksPerAddress,
  } = terms;
  const rate = commission && toStoredRate(commission, brand.currency, 'commission.value');
  return {
    commission: rate ?? brand.commission,
    attributionWindowDays,
    holdDays,
    holdAboveShare:
      holdAboveShare === undefined ? brand.holdAboveShare : toBasisPoints(holdAboveShare, 'holdAboveShare'),
    timezone,
    ratesByAdminsOnly,
    landingHosts: withBrandsLandingPage(landingHosts, brand),
    uniqueClicksPerAddress,
    pastHoldDays: holdDays === brand.holdDays ? brand.pastHoldDays : withCurrentHold(brand, now),
  };
}

/** Links of campaigns whose landing page is not allowed lead to the brand's landing page, so that one must be allowed. */
function withBrandsLandingPage(landingHosts: readonly string[], { landingUrl }: Brand): string[] {
  if (landingUrl === null || isAllowedLandingUrl(landingUrl, landingHosts)) return [...landingHosts];
  throw invalidField(
    'landingHosts',
    `Must include the host of the brand’s landing page, ${new URL(landingUrl).hostname}`,
  );
}

/** Records the current hold period as a past one, because existing commissions keep the one they were created with. */
function withCurrentHold({ holdDays, pastHoldDays }: Brand, now: Date): Brand['pastHoldDays'] {
  const otherHolds = pastHoldDays.filter(({ days }) => days !== holdDays);
  return [...otherHolds, { days: holdDays, until: now.toISOString() }];
}
