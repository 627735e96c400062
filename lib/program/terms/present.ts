// Converts stored terms, and the explanations of commissions, to API answers.
import type * as z from 'zod';
import { fromMinor, fromScaledInteger } from '#lib/foundation/shared/money.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import type { termsAnswer, versionAnswer } from './schema/endpoints.ts';
import type { Explanation, explanation } from './schema/explanation.ts';
import type { StoredRule, TermsRate, termsRate } from './schema/terms.ts';
import type { Tiers } from './schema/tiers.ts';
import type { presentedTiers } from './schema/tiers-endpoints.ts';
import type { TermsOfOwner, TermsVersion, VersionTerms } from './schema/version.ts';

const presentTermsRate = (rate: TermsRate, currency: string): z.input<typeof termsRate> => ({
  ...presentRate(rate, currency),
  per: rate.per,
});

const presentRule = ({ match, customers, rate }: StoredRule, currency: string) => ({
  ...(match && { match }),
  ...(customers && { customers }),
  ...(rate === null ? { excluded: true as const } : { rate: presentTermsRate(rate, currency) }),
});

const presentTiers = ({ by, appliesTo, steps }: Tiers, currency: string): z.input<typeof presentedTiers> => ({
  by,
  appliesTo,
  steps: steps.map(({ from, rate }) => ({
    from: by === 'orders' ? fromScaledInteger(from, 0) : fromMinor(from, currency),
    rate: presentRate(rate, currency),
  })),
});

export const presentTerms = ({ rate, rules, tiers, caps, lead, signup }: VersionTerms, currency: string) => ({
  rate: presentTermsRate(rate, currency),
  rules: rules.map((rule) => presentRule(rule, currency)),
  ...(tiers && { tiers: presentTiers(tiers, currency) }),
  caps: {
    ...(caps.perOrder !== undefined && { perOrder: fromMinor(caps.perOrder, currency) }),
    ...(caps.perMonth !== undefined && { perMonth: fromMinor(caps.perMonth, currency) }),
  },
  ...(lead && { lead: presentRate(lead, currency) }),
  ...(signup && { signup: presentRate(signup, currency) }),
});

export const presentVersion = (
  { ownerId, validFrom, createdAt, terms }: TermsVersion,
  currency: string,
): z.input<typeof versionAnswer> => ({
  ownerId,
  validFrom,
  createdAt,
  terms: terms && presentTerms(terms, currency),
});

export const presentTermsOfOwner = (
  { inForce, versions }: TermsOfOwner,
  currency: string,
): z.input<typeof termsAnswer> => ({
  terms: inForce?.terms ? presentTerms(inForce.terms, currency) : null,
  validFrom: inForce?.validFrom ?? null,
  versions: versions.map((version) => presentVersion(version, currency)),
});

export const presentExplanation = (
  { termsValidFrom, customer, isCapped, parts }: Explanation,
  currency: string,
): z.input<typeof explanation> => ({
  termsValidFrom,
  customer,
  isCapped,
  parts: parts.map(({ rule, match, rate, base, amount }) => ({
    rule,
    match,
    rate: rate && presentTermsRate(rate, currency),
    base: fromMinor(base, currency),
    amount: fromMinor(amount, currency),
  })),
});
