// Things that have a status: where they may go from it, and what moves between two counts.
import { conflict } from './errors.ts';

/** For each status the ones that may follow it. */
type Transitions<Status extends string> = Readonly<Record<Status, readonly Status[]>>;

/** Throws 409 for a change that is not allowed; the status it has already is no change. `noun`: what people call it. */
export function checkTransition<Status extends string>(
  noun: string,
  transitions: Transitions<Status>,
  from: Status,
  to: Status,
): void {
  if (from === to || transitions[from].includes(to)) return;
  throw cannotBecome(`A ${noun} that is ${from}`, to);
}

/** The refusal of a change: 409. `what`: the thing, and what of it stands in the way. */
export const cannotBecome = (what: string, status: string) => conflict(`${what} cannot become ${status}`);

type Counts = Readonly<Record<string, number>>;

/** What counts gain when a thing stops counting as `before` and counts as `after`; not what stays as it is. */
export function movesBetween(before: Counts, after: Counts): Counts {
  const fields = Object.keys({ ...before, ...after });
  const moves = fields.map((field) => [field, (after[field] ?? 0) - (before[field] ?? 0)] as const);
  return Object.fromEntries(moves.filter(([, by]) => by !== 0));
}
