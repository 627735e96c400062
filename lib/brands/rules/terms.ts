// Applies changes to a brand's terms, such as the hold period or the default commission.
import type { Brand, BrandTerms } from '#lib/brands/schema.ts';
import { toBasisPoints, toStoredRate } from '#lib/shared/rates.ts';

type StoredTerms = Pick<
  Brand,
  'commission' | 'attributionWindowDays' | 'holdDays' | 'holdAboveShare' | 'pastHoldDays' | 'timezone'
>;

export function applyTerms(brand: Brand, terms: BrandTerms, now: Date): StoredTerms {
  const {
    commission,
    attributionWindowDays = brand.attributionWindowDays,
    holdDays = brand.holdDays,
    holdAboveShare,
    timezone = brand.timezone,
  } = terms;
  const rate = commission && toStoredRate(commission, brand.currency, 'commission.value');
  return {
    commission: rate ?? brand.commission,
    attributionWindowDays,
    holdDays,
    holdAboveShare:
      holdAboveShare === undefined ? brand.holdAboveShare : toBasisPoints(holdAboveShare, 'holdAboveShare'),
    timezone,
    pastHoldDays: holdDays === brand.holdDays ? brand.pastHoldDays : withCurrentHold(brand, now),
  };
}

/** Records the current hold period as a past one, because existing commissions keep the one they were created with. */
function withCurrentHold({ holdDays, pastHoldDays }: Brand, now: Date): Brand['pastHoldDays'] {
  const otherHolds = pastHoldDays.filter(({ days }) => days !== holdDays);
  return [...otherHolds, { days: holdDays, until: now.toISOString() }];
}
