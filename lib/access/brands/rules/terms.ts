// Applies changes to a brand's settings, such as hold period, default commission and landing hosts.

import { defaultCreatorMails } from '#lib/access/brands/schema/creator-mails.ts';
import type { BrandChanges } from '#lib/access/brands/schema/settings.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { afterUpdate } from '#lib/foundation/shared/past-values.ts';
import { toBasisPoints, toStoredRate } from '#lib/foundation/shared/rates.ts';
import { isAllowedLandingUrl } from './landing-urls.ts';
import { toStoredUtm } from './utm.ts';

/** Throws a 400 that names the field, for an amount that the currency does not have, or a landing page that is not allowed. */
export function applyChanges(brand: Brand, changes: BrandChanges, now: Date): Brand {
  const {
    commission,
    holdAboveShare,
    payoutMinimum,
    linkTexts,
    defaultUtm,
    portal,
    creatorMails,
    fraudRules,
    ...others
  } = changes;
  const { currency } = brand;
  const after: Brand = {
    ...brand,
    ...withoutUndefined(others),
    ...(portal && { portal: { ...brand.portal, ...withoutUndefined(portal) } }),
    ...(linkTexts !== undefined && { linkTexts: linkTexts && [linkTexts.title, linkTexts.message] }),
    ...(defaultUtm !== undefined && { defaultUtm: defaultUtm && toStoredUtm(defaultUtm) }),
    ...(commission && { commission: toStoredRate(commission, currency, 'commission.value') }),
    ...(holdAboveShare !== undefined && { holdAboveShare: toBasisPoints(holdAboveShare, 'holdAboveShare') }),
    ...(creatorMails && {
      creatorMails: { ...(brand.creatorMails ?? defaultCreatorMails()), ...withoutUndefined(creatorMails) },
    }),
    ...(fraudRules && { fraudRules: { ...brand.fraudRules, ...withoutUndefined(fraudRules) } }),
    ...(payoutMinimum !== undefined && { payoutMinimum: toMinor(payoutMinimum, currency, 'payoutMinimum') }),
  };
  if (changes.landingUrl !== undefined || changes.landingHosts !== undefined)
    checkLandingPage(after, changes);
  return {
    ...after,
    ...(after.holdDays !== brand.holdDays && { pastHoldDays: withCurrentHold(brand, now) }),
    pastTimezones: afterUpdate(brand.pastTimezones, { before: brand.timezone, after: after.timezone }, now),
    pastWindows: afterUpdate(
      brand.pastWindows,
      { before: brand.attributionWindowDays, after: after.attributionWindowDays },
      now,
    ),
    pastCommissions: afterUpdate(
      brand.pastCommissions,
      { before: brand.commission, after: after.commission },
      now,
    ),
  };
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;

/** Links of campaigns whose landing page is not allowed lead to the brand's landing page, so that one must be allowed. */
function checkLandingPage(brand: Brand, changes: BrandChanges): void {
  const { landingUrl, landingHosts } = brand;
  if (landingUrl === null || isAllowedLandingUrl(landingUrl, brand)) return;
  const { hostname } = new URL(landingUrl);
  throw changes.landingHosts === undefined
    ? invalidField('landingUrl', `Must have one of the brand’s landing hosts: ${landingHosts.join(', ')}`)
    : invalidField('landingHosts', `Must include the host of the brand’s landing page, ${hostname}`);
}

/** Records the current hold period as a past one, because existing commissions keep the one they were created with. */
function withCurrentHold({ holdDays, pastHoldDays }: Brand, now: Date): Brand['pastHoldDays'] {
  const otherHolds = pastHoldDays.filter(({ days }) => days !== holdDays);
  return [...otherHolds, { days: holdDays, until: now.toISOString() }];
}
