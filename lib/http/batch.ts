// Builds the results of a batch request.
import { DomainError } from '#lib/shared/errors.ts';
import { errorBodyOf } from './error-body.ts';

export const batchResults = <Result, const Presented extends { readonly status: string }>(
  outcomes: readonly (Result | DomainError)[],
  present: (result: Result) => Presented,
) => ({
  items: outcomes.map((outcome, index) =>
    outcome instanceof DomainError
      ? { index, status: 'failed' as const, error: errorBodyOf(outcome) }
      : { index, ...present(outcome) },
  ),
});
