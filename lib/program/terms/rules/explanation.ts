// Explains a commission that was calculated by terms.
import { type ExplainedPart, type Explanation, maxParts } from '#lib/program/terms/schema/explanation.ts';
import type { EarnedByTerms } from './earned-by-terms.ts';

const sumOf = (parts: readonly ExplainedPart[], field: 'base' | 'amount'): number =>
  parts.reduce((sum, part) => sum + part[field], 0);

function shortened(parts: readonly ExplainedPart[]): ExplainedPart[] {
  if (parts.length <= maxParts) return [...parts];
  const others = parts.slice(maxParts - 1);
  const rest = {
    rule: null,
    match: null,
    rate: null,
    base: sumOf(others, 'base'),
    amount: sumOf(others, 'amount'),
  };
  return [...parts.slice(0, maxParts - 1), rest];
}

export const explanationOf = (
  { isCapped, parts }: Pick<EarnedByTerms, 'isCapped' | 'parts'>,
  { termsValidFrom, customer }: Pick<Explanation, 'termsValidFrom' | 'customer'>,
): Explanation => ({
  termsValidFrom,
  customer,
  isCapped,
  parts: shortened(parts),
});
