// Applies changes to a brand's terms: hold period, attribution window, default commission and time zone.
import type { Brand, BrandTerms } from '#lib/brands/schema.ts';
import { toStoredRate } from '#lib/shared/rates.ts';

type StoredTerms = Pick<
  Brand,
  'commission' | 'attributionWindowDays' | 'holdDays' | 'pastHoldDays' | 'timezone'
>;

export function applyTerms(brand: Brand, terms: BrandTerms, now: Date): StoredTerms {
  const {
    commission,
    attributionWindowDays = brand.attributionWindowDays,
    holdDays = brand.holdDays,
    timezone = brand.timezone,
  } = terms;
  const rate = commission && toStoredRate(commission, brand.currency, 'commission.value');
  return {
    commission: rate ?? brand.commission,
    attributionWindowDays,
    holdDays,
    timezone,
    pastHoldDays: holdDays === brand.holdDays ? brand.pastHoldDays : withCurrentHold(brand, now),
  };
}

/** Records the current hold period as a past one, because existing commissions keep the one they were created with. */
function withCurrentHold({ holdDays, pastHoldDays }: Brand, now: Date): Brand['pastHoldDays'] {
  const otherHolds = pastHoldDays.filter(({ days }) => days !== holdDays);
  return [...otherHolds, { days: holdDays, until: now.toISOString() }];
}
