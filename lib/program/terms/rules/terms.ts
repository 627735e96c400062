// Converts terms to their stored form, and decides whether a request adds a version.
import { isDeepStrictEqual } from 'node:util';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { toStoredRate } from '#lib/foundation/shared/rates.ts';
import type { TermsChange, TermsInput } from '#lib/program/terms/schema/endpoints.ts';
import type { TermsRateInput } from '#lib/program/terms/schema/rules-endpoints.ts';
import type { TermsRate } from '#lib/program/terms/schema/terms.ts';
import type { TermsVersion, VersionTerms } from '#lib/program/terms/schema/version.ts';
import { toStoredTiers } from './tiers.ts';

const toRate = (rate: TermsRateInput, currency: string, path: string): TermsRate => ({
  ...toStoredRate(rate, currency, `${path}.value`),
  per: rate.per,
});

const toStoredCaps = (
  { perOrder, perMonth }: TermsInput['caps'],
  currency: string,
): VersionTerms['caps'] => ({
  ...(perOrder !== undefined && { perOrder: toMinor(perOrder, currency, 'terms.caps.perOrder') }),
  ...(perMonth !== undefined && { perMonth: toMinor(perMonth, currency, 'terms.caps.perMonth') }),
});

/** Throws a 400 that names the field, for an amount that the currency does not have. */
export function toStoredTerms(
  { rate, rules, tiers, caps, lead, signup }: TermsInput,
  currency: string,
): VersionTerms {
  return {
    rate: toRate(rate, currency, 'terms.rate'),
    rules: rules.map(({ match, customers, rate: own }, index) => ({
      ...(match && { match }),
      ...(customers && { customers }),
      rate: own === undefined ? null : toRate(own, currency, `terms.rules.${index}.rate`),
    })),
    ...(tiers && { tiers: toStoredTiers(tiers, currency) }),
    caps: toStoredCaps(caps, currency),
    ...(lead && { lead: toStoredRate(lead, currency, 'terms.lead.value') }),
    ...(signup && { signup: toStoredRate(signup, currency, 'terms.signup.value') }),
  };
}

interface Owner {
  readonly brandId: string;
  readonly currency: string;
  readonly ownerId: string;
}

/**
 * `current` is the version that applies at the time of the new one. Returns undefined if nothing changes, so that a request can be repeated,
 * also when its `validFrom` is in the past meanwhile.
 */
export function newVersion(
  { brandId, currency, ownerId }: Owner,
  { terms: input, validFrom }: TermsChange,
  current: TermsVersion | undefined,
  now: Date,
): TermsVersion | undefined {
  const terms = input && toStoredTerms(input, currency);
  const replaced = current?.validFrom === (validFrom ?? now.toISOString()) ? current : undefined;
  const same = validFrom === undefined ? current : replaced;
  if (isDeepStrictEqual(same?.terms ?? null, terms) && (same !== undefined || validFrom === undefined)) {
    return undefined;
  }
  if (validFrom !== undefined && validFrom < now.toISOString()) {
    throw invalidField('validFrom', 'Must not be in the past: omit it for terms that apply from now on');
  }
  return {
    brandId,
    ownerId,
    validFrom: validFrom ?? now.toISOString(),
    createdAt: now.toISOString(),
    terms,
    revision: (replaced?.revision ?? -1) + 1,
  };
}

export const erased = (id: string) =>
  conflict(
    'affiliate_erased',
    `The personal data of ${id} was erased, so its terms cannot be changed: invite a new creator`,
  );
