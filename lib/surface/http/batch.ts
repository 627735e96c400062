// Builds the results of a batch request.
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { errorBodyOf } from './error-body.ts';
import type { RejectedRows } from './request.ts';

export const batchResults = <Result, const Presented extends { readonly status: string }>(
  outcomes: readonly (Result | DomainError)[],
  present: (result: Result) => Presented,
) => ({
  items: outcomes.map((outcome, index) =>
    outcome instanceof DomainError ? failedRow(index, outcome) : { index, ...present(outcome) },
  ),
});

const failedRow = (index: number, error: DomainError) => ({
  index,
  status: 'failed' as const,
  error: errorBodyOf(error),
});

/** Adds the results of the rejected rows to those of the other rows, in the order of the request. */
export function withRejectedRows<Answer>(answer: Answer, rejected: RejectedRows): Answer {
  if (rejected.size === 0) return answer;
  const { items } = answer as { readonly items: readonly object[] };
  const others = items.values();
  const rows = Array.from({ length: items.length + rejected.size }, (_, index) => {
    const error = rejected.get(index);
    return error === undefined ? { ...others.next().value, index } : failedRow(index, error);
  });
  return { ...answer, items: rows };
}
