// Generates millions of seeded clicks by returning visitors, crowds, bots and unknown visitors, some late or duplicated.
// Stores a few bytes per click and computes the rest on access.
import { newRandom, type Random } from '#infra/local/demo/random.ts';
import { devices, filterReasons, type OwnReason } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { type Click, clickId } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { encodeNumber } from '#lib/foundation/shared/crockford.ts';

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

export const countries = [null, 'DE', 'US', 'FR', 'JP'] as const;
export const referrers = [null, 'blog.test', 'www.instagram.com', 'news.example.test'] as const;
const isOwn = (reason: string): reason is OwnReason => reason !== 'duplicate' && reason !== 'suspicious';
const reasons: readonly (OwnReason | null)[] = [null, ...filterReasons.filter(isOwn)];

export interface Program {
  readonly brandId: string;
  readonly creators: readonly { readonly id: string; readonly trackingCode: string }[];
  readonly campaigns: readonly { readonly id: string }[];
}

interface SimulationOptions {
  readonly seed: number;
  readonly count: number;
  readonly from: string;
  readonly days: number;
}

/** The facts of a click that the reference model needs. Numbers are indexes into lists. */
export interface PlainClick {
  readonly at: number;
  /** Breaks ties in the order of a visit. */
  readonly token: number;
  readonly creator: number;
  readonly campaign: number | null;
  readonly visitor: number | null;
  readonly reason: OwnReason | null;
  readonly device: (typeof devices)[number];
  readonly country: string | null;
  readonly referrerHost: string | null;
}

export interface SimulatedClicks {
  readonly count: number;
  readonly program: Program;
  /** Indexes of clicks in order of arrival, with late clicks and duplicates. */
  readonly arrivals: Uint32Array;
  readonly plain: (place: number) => PlainClick;
  readonly click: (place: number) => Click;
}

/** Gaps between the clicks of a visitor, around the hour after which a click counts again. */
const gaps = [1, 5 * seconds, 10 * minutes, 59 * minutes, hours - 1, hours, 61 * minutes, 3 * hours] as const;
const [noCampaign, nobody] = [-1, -1];
const shareOf = { machines: 0.1, nobody: 0.1, crowds: 0.0005, again: 0.01 } as const;
/** Shares of clicks that arrive minutes or hours late. Even a small run contains at least `least` of them. */
const lateOf = { minutes: { share: 0.001, least: 60 }, hours: { share: 0.0002, least: 10 } } as const;
/** The hours of a day (UTC) in which visits begin. */
const busyHours = [0, 9, 20, 23] as const;

function column(count: number) {
  return {
    at: new Float64Array(count),
    token: new Uint32Array(count),
    creator: new Uint16Array(count),
    campaign: new Int16Array(count),
    visitor: new Int32Array(count),
    reason: new Uint8Array(count),
    device: new Uint8Array(count),
    country: new Uint8Array(count),
    referrer: new Uint8Array(count),
  };
}

/** Returns the index of a random creator. The first creators receive the most clicks. */
const popular = (random: Random, creators: number): number => Math.floor(creators * random.next() ** 1.5);

export function simulateClicks(
  program: Program,
  { seed, count, from, days }: SimulationOptions,
): SimulatedClicks {
  const random = newRandom(seed);
  const all = column(count);
  const [begin, end] = [Date.parse(from), Date.parse(from) + days * 24 * hours];
  let place = 0;
  const visit = (visitor: number, creator: number, clicks: number): void => {
    let at =
      begin + random.between(0, days - 1) * 24 * hours + (random.pick(busyHours) + random.next()) * hours;
    const campaign = random.between(noCampaign, program.campaigns.length - 1);
    for (let nth = 0; nth < clicks && place < count && at < end; nth += 1, place += 1) {
      all.at[place] = Math.floor(at);
      all.token[place] = random.between(0, 32 ** 4 - 1);
      all.creator[place] = creator;
      all.campaign[place] =
        random.next() < 0.9 ? campaign : random.between(noCampaign, program.campaigns.length - 1);
      all.visitor[place] = visitor;
      all.reason[place] = random.next() < shareOf.machines ? random.between(1, reasons.length - 1) : 0;
      all.device[place] = random.between(0, devices.length - 1);
      all.country[place] = random.between(0, countries.length - 1);
      all.referrer[place] = random.between(0, referrers.length - 1);
      at += clicks > gaps.length ? random.between(0, minutes) : random.pick(gaps);
    }
  };
  const visitors = Math.ceil(count / 4);
  while (place < count) {
    const creator = popular(random, program.creators.length);
    const kind = random.next();
    if (kind < shareOf.crowds) visit(random.between(0, visitors), creator, random.between(60, 160));
    else if (kind < shareOf.crowds + shareOf.nobody) visit(nobody, creator, 1);
    else visit(random.between(0, visitors), creator, random.between(1, 4));
  }
  const plain = (of: number): PlainClick => ({
    at: all.at[of] ?? 0,
    token: all.token[of] ?? 0,
    creator: all.creator[of] ?? 0,
    campaign: all.campaign[of] === noCampaign ? null : (all.campaign[of] ?? null),
    visitor: all.visitor[of] === nobody ? null : (all.visitor[of] ?? null),
    reason: reasons[all.reason[of] ?? 0] ?? null,
    device: devices[all.device[of] ?? 0] ?? 'other',
    country: countries[all.country[of] ?? 0] ?? null,
    referrerHost: referrers[all.referrer[of] ?? 0] ?? null,
  });
  return {
    count,
    program,
    arrivals: arrivalsOf(all.at, random),
    plain,
    click: (of) => clickOf(program, plain(of), suffixOf(of)),
  };
}

/** The unique id suffix of a click by an unknown visitor. */
const suffixOf = (place: number): string => [...encodeNumber(place, 16)].reverse().join('');

function clickOf({ brandId, creators, campaigns }: Program, click: PlainClick, visitSuffix: string): Click {
  const creator = creators[click.creator];
  if (creator === undefined) throw new Error('Unknown creator');
  const { trackingCode, id: affiliateId } = creator;
  const fingerprint =
    click.visitor === null
      ? { visitSuffix, visitor: null }
      : visitorById(brandId, trackingCode, `visitor-${click.visitor}`);
  return {
    id: clickId(click.at, fingerprint.visitSuffix),
    token: encodeNumber(click.token, 4),
    brandId,
    affiliateId,
    trackingCode,
    visitor: fingerprint.visitor,
    campaignId: click.campaign === null ? null : (campaigns[click.campaign]?.id ?? null),
    filtered: click.reason,
    device: click.device,
    country: click.country,
    referrerHost: click.referrerHost,
  };
}

/** Most clicks arrive within two seconds, some minutes or hours late, and some twice. */
function arrivalsOf(at: Float64Array, random: Random): Uint32Array {
  const shareLate = ({ share, least }: { share: number; least: number }) =>
    Math.max(share, least / at.length);
  const [byHours, byMinutes] = [shareLate(lateOf.hours), shareLate(lateOf.minutes)];
  const delay = (): number => {
    const kind = random.next();
    if (kind < byHours) return random.next() * 30 * hours;
    return random.next() * (kind < byHours + byMinutes ? 20 * minutes : 2 * seconds);
  };
  const again = Array.from({ length: Math.floor(at.length * shareOf.again) }, () =>
    random.between(0, at.length - 1),
  );
  const places = Uint32Array.from([...at.keys(), ...again]);
  const times = Float64Array.from(places, (place) => (at[place] ?? 0) + delay());
  const order = Uint32Array.from(places.keys()).sort((one, other) => (times[one] ?? 0) - (times[other] ?? 0));
  return order.map((index) => places[index] ?? 0);
}
