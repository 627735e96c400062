// Checks status transitions, and calculates the changes between two sets of counts.
import type { CodeOf } from './error-codes.ts';
import { conflict } from './errors.ts';

type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Throws a 409 if the transition is not allowed. Keeping the current status is always allowed. */
export function checkTransition<Status extends string>(
  noun: string,
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): void {
  if (from === to || transitions[from].includes(to)) return;
  throw transitionConflict(`A ${noun} that is ${from}`, to);
}

export const transitionConflict = (
  subject: string,
  status: string,
  code: CodeOf<'conflict'> = 'status_conflict',
) => conflict(code, `${subject} cannot become ${status}`);

type Counts = Readonly<Record<string, number>>;

export function deltasBetween(before: Counts, after: Counts): Counts {
  const fields = Object.keys({ ...before, ...after });
  const deltas = fields.map((field) => [field, (after[field] ?? 0) - (before[field] ?? 0)] as const);
  return Object.fromEntries(deltas.filter(([, delta]) => delta !== 0));
}
