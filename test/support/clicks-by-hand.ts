// What statistics must say, counted from the clicks themselves, by rules that are written here once more.
import type { FilterReason } from '#lib/clicks/kinds.ts';
import type { PlainClick, SimulatedClicks } from './simulated-clicks.ts';

const hour = 3_600_000;
const clicksOfVisit = 64;

export interface Judged {
  readonly click: PlainClick;
  readonly date: string;
  readonly reason: FilterReason | null;
  readonly isUnique: boolean;
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * A visitor's clicks on a link on a day, in the order they arrived in: the first 64 are told apart by time, whatever was
 * later is a repeat.
 */
function* judgeVisit(arrived: readonly PlainClick[]): Generator<Judged> {
  const within = arrived.slice(0, clicksOfVisit);
  within.sort((one, other) => one.at - other.at || one.token - other.token);
  let counted: number | undefined;
  for (const click of within) {
    const date = dateOf(click.at);
    if (click.reason !== null) yield { click, date, reason: click.reason, isUnique: false };
    else if (counted !== undefined && click.at - counted < hour) {
      yield { click, date, reason: 'duplicate', isUnique: false };
    } else {
      yield { click, date, reason: null, isUnique: counted === undefined };
      counted = click.at;
    }
  }
  for (const click of arrived.slice(clicksOfVisit)) {
    yield { click, date: dateOf(click.at), reason: click.reason ?? 'duplicate', isUnique: false };
  }
}

/** Every click once, with what it is. */
export function* judge({ arrivals, plain, count }: SimulatedClicks): Generator<Judged> {
  const seen = new Uint8Array(count);
  const visits = new Map<string, number[]>();
  for (const place of arrivals) {
    if (seen[place] === 1) continue;
    seen[place] = 1;
    const click = plain(place);
    if (click.visitor === null) {
      yield* judgeVisit([click]);
      continue;
    }
    const name = `${click.visitor} ${click.creator} ${dateOf(click.at)}`;
    const visit = visits.get(name);
    if (visit === undefined) visits.set(name, [place]);
    else visit.push(place);
  }
  for (const places of visits.values()) yield* judgeVisit(places.map(plain));
}
