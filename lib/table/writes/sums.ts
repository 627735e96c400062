// Keeps sums below 2^53, because larger integers are not exact, and reading them fails.
import type { Expression } from './expression.ts';

export const highestSum = Number.MAX_SAFE_INTEGER;

/** The condition that no sum exceeds `highest` when it is incremented. A decrease has no condition, so it always succeeds. */
export function staysWithin(highest: number, increments: Readonly<Record<string, number>>): Expression {
  const raised = Object.entries(increments).filter(([, by]) => by > 0);
  if (raised.length === 0) return {};
  return {
    condition: raised
      .map(([name]) => `(attribute_not_exists(#${name}) OR #${name} <= :${name}Before)`)
      .join(' AND '),
    values: Object.fromEntries(raised.map(([name, by]) => [`${name}Before`, highest - by])),
  };
}
