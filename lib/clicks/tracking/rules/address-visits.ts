// Decides which visitors of an address count. A visit of an address has the clicks of all its visitors on one tracking code and UTC
// day (docs/decisions/0007). This file must not import zod, because zod slows down the cold start of the tracking link.
import { separator } from './entries.ts';
import { type AddressVisit, type Click, clickOrder, orderLength } from './visit.ts';

/** A click of an unknown visitor, or of a brand without a limit, belongs to a visit of its visitor. */
export const isOfAddress = ({ visitor, maxUniqueClicks }: Click): boolean =>
  visitor !== null && typeof maxUniqueClicks === 'number';

/** A visit stores an arrival for each click, in the order of arrival. */
export const formatArrival = (click: Click): string => clickOrder(click) + (click.visitor ?? '');

/** Returns whether the reason, the second field of a stored click, is empty. */
const isUnfiltered = (entry: string): boolean => entry[orderLength + 1] === separator;

/**
 * `entries` are the stored texts of the clicks. The order of arrival decides which visitors count, so a visitor who counts once counts
 * for the rest of the day.
 */
export function addressVisit(
  arrivals: readonly string[],
  entries: Iterable<string>,
  maxUniqueClicks: number,
): AddressVisit {
  const visitors = new Map(
    arrivals.map((arrival) => [arrival.slice(0, orderLength), arrival.slice(orderLength)] as const),
  );
  const unfiltered = new Set([...entries].filter(isUnfiltered).map((entry) => entry.slice(0, orderLength)));
  const arrived = new Set(
    [...visitors].flatMap(([order, visitor]) => (unfiltered.has(order) ? visitor : [])),
  );
  return { visitors, counted: new Set([...arrived].slice(0, maxUniqueClicks)), maxUniqueClicks };
}

/** The part of an overflow click whose visitor does not count. */
export const suspiciousOverflow = (): AddressVisit => ({
  visitors: new Map(),
  counted: new Set(),
  maxUniqueClicks: 0,
});

/** Returns whether a visitor counts, or would count with a further click. */
export const countsVisitor = ({ counted, maxUniqueClicks }: AddressVisit, visitor: string): boolean =>
  counted.has(visitor) || counted.size < maxUniqueClicks;
