// What became of many things in one request, as it is answered.
import { DomainError } from '#lib/shared/errors.ts';
import { errorBodyOf } from './error-body.ts';

/** One result for each, in their order: a refusal as by itself, or what `present` makes of it, with its status. */
export const batchOf = <Result, const Presented extends { readonly status: string }>(
  outcomes: readonly (Result | DomainError)[],
  present: (result: Result) => Presented,
) => ({
  items: outcomes.map((outcome, index) =>
    outcome instanceof DomainError
      ? { index, status: 'failed' as const, error: errorBodyOf(outcome) }
      : { index, ...present(outcome) },
  ),
});
