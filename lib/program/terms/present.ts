// Converts stored terms, and the explanations of commissions, to API answers.
import type * as z from 'zod';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import type { termsAnswer, versionAnswer } from './schema/endpoints.ts';
import type { Explanation, explanation } from './schema/explanation.ts';
import type { StoredRule, Terms, TermsRate, termsRate } from './schema/terms.ts';
import type { TermsOfOwner, TermsVersion } from './schema/version.ts';

const presentTermsRate = (rate: TermsRate, currency: string): z.input<typeof termsRate> => ({
  ...presentRate(rate, currency),
  per: rate.per,
});

const presentRule = ({ match, rate }: StoredRule, currency: string) =>
  rate === null ? { match, excluded: true as const } : { match, rate: presentTermsRate(rate, currency) };

export const presentTerms = ({ rate, rules, caps }: Terms, currency: string) => ({
  rate: presentTermsRate(rate, currency),
  rules: rules.map((rule) => presentRule(rule, currency)),
  caps: caps.perOrder === undefined ? {} : { perOrder: fromMinor(caps.perOrder, currency) },
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
  { termsValidFrom, isCapped, parts }: Explanation,
  currency: string,
): z.input<typeof explanation> => ({
  termsValidFrom,
  isCapped,
  parts: parts.map(({ rule, match, rate, base, amount }) => ({
    rule,
    match,
    rate: rate && presentTermsRate(rate, currency),
    base: fromMinor(base, currency),
    amount: fromMinor(amount, currency),
  })),
});
