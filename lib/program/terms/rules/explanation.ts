// Explains a commission that was calculated by terms.
import { type ExplainedPart, type Explanation, maxParts } from '#lib/program/terms/schema/explanation.ts';
import type { EarnedByTerms } from './earned-by-terms.ts';

const sumOf = (parts: readonly ExplainedPart[], field: 'base' | 'amount'): number =>
  parts.reduce((sum, part) => sum + part[field], 0);

/** Tiers need the part of the items without a rule, so it is never added up with others. */
function shortened(parts: readonly ExplainedPart[]): ExplainedPart[] {
  if (parts.length <= maxParts) return [...parts];
  const base = parts.filter(({ rule }) => rule === null);
  const byRules = parts.filter(({ rule }) => rule !== null);
  const shown = maxParts - 1 - base.length;
  const others = byRules.slice(shown);
  const rest = {
    rule: null,
    match: null,
    rate: null,
    base: sumOf(others, 'base'),
    amount: sumOf(others, 'amount'),
  };
  return [...byRules.slice(0, shown), rest, ...base];
}

interface Version {
  readonly ownerId: string;
  readonly validFrom: string;
  readonly customer: Explanation['customer'];
}

export const explanationOf = (
  { isCapped, earnedByRules, parts }: Pick<EarnedByTerms, 'isCapped' | 'earnedByRules' | 'parts'>,
  { ownerId, validFrom, customer }: Version,
): Explanation => ({
  ownerId,
  termsValidFrom: validFrom,
  customer,
  isCapped,
  ...(isCapped && { earnedByRules }),
  parts: shortened(parts),
});
