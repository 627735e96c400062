// Computes the expected click statistics without the rules of the service.
import { type FilterReason, filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import type { PlainClick, Program, SimulatedClicks } from './simulated-clicks.ts';

const hour = 3_600_000;
const clicksOfVisit = 64;

interface Judged {
  readonly click: PlainClick;
  readonly date: string;
  readonly reason: FilterReason | null;
  readonly isUnique: boolean;
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Classifies a visitor's clicks on one link and day, given in order of arrival. The first 64 are classified by time, and all
 * later ones are duplicates.
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
    const reason = click.reason ?? 'duplicate';
    yield { click, date: dateOf(click.at), reason, isUnique: false };
  }
}

/** Classifies every click once, although some arrive twice. */
function* judge({ arrivals, plain, count }: SimulatedClicks): Generator<Judged> {
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

/** Indexes into the lists of creators and campaigns. */
export interface Filter {
  readonly creator?: number;
  readonly campaign?: number;
}

export const nameOf = ({ creator, campaign }: Filter): string => JSON.stringify([creator, campaign]);

/** No filter, each creator, each campaign, and each creator in each campaign. */
export const filtersOf = ({ creators, campaigns }: Program): readonly Filter[] =>
  [undefined, ...creators.keys()].flatMap((creator) =>
    [undefined, ...campaigns.keys()].map((campaign) => ({
      ...(creator !== undefined && { creator }),
      ...(campaign !== undefined && { campaign }),
    })),
  );

interface Pair {
  clicks: number;
  uniqueClicks: number;
}

interface Counts extends Pair {
  readonly filtered: Record<string, number>;
  readonly days: Map<string, Pair>;
}

const dimensions = ['affiliate', 'campaign', 'country', 'device', 'referrer'] as const;
type Groups = ReadonlyMap<(typeof dimensions)[number], Map<string | null, Pair>>;

/** The expected statistics: by filter, and for the whole brand by group. */
export interface ExpectedStatistics {
  readonly counts: ReadonlyMap<string, Counts>;
  readonly groups: Groups;
}

const noCounts = (): Counts => ({
  clicks: 0,
  uniqueClicks: 0,
  filtered: Object.fromEntries(filterReasons.map((reason) => [reason, 0])),
  days: new Map(),
});

function addTo(pair: Pair, isUnique: boolean): void {
  pair.clicks += 1;
  pair.uniqueClicks += isUnique ? 1 : 0;
}

function at<Name>(pairs: Map<Name, Pair>, name: Name): Pair {
  const pair = pairs.get(name) ?? { clicks: 0, uniqueClicks: 0 };
  pairs.set(name, pair);
  return pair;
}

function add(counts: Counts, { date, reason, isUnique }: Judged): void {
  if (reason !== null) {
    counts.filtered[reason] = (counts.filtered[reason] ?? 0) + 1;
    return;
  }
  addTo(counts, isUnique);
  addTo(at(counts.days, date), isUnique);
}

export function expectedStatistics(clicks: SimulatedClicks): ExpectedStatistics {
  const { creators, campaigns } = clicks.program;
  const counts = new Map(filtersOf(clicks.program).map((filter) => [nameOf(filter), noCounts()]));
  const groups: Groups = new Map(dimensions.map((dimension) => [dimension, new Map()]));
  for (const one of judge(clicks)) {
    const { creator, campaign, country, device, referrerHost } = one.click;
    const own = [{}, { creator }, ...(campaign === null ? [] : [{ campaign }, { creator, campaign }])];
    for (const name of own.map(nameOf)) {
      const sum = counts.get(name);
      if (sum === undefined) throw new Error('A click has an unknown creator');
      add(sum, one);
    }
    if (one.reason !== null) continue;
    const keys = {
      affiliate: creators[creator]?.id ?? null,
      campaign: campaign === null ? null : (campaigns[campaign]?.id ?? null),
      country,
      device,
      referrer: referrerHost,
    };
    for (const [dimension, pairs] of groups) addTo(at(pairs, keys[dimension]), one.isUnique);
  }
  return { counts, groups };
}
