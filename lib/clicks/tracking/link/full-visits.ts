// Remembers the full visits of addresses, so that further clicks of such an address cost one write instead of two.
import { addressVisit } from '#lib/clicks/tracking/rules/address-visits.ts';
import { addBounded } from './bounded-map.ts';

const maxEntries = 1000;

/** The visitors who count, by the key of the visit. A full visit never changes again. */
const countedVisitors = new Map<string, ReadonlySet<string>>();

export const countedVisitorsOf = (visit: string): ReadonlySet<string> | undefined =>
  countedVisitors.get(visit);

/** Reads a stored visit of an address without zod. */
export function parseAddressVisit({ clicks, visitors, maxUniqueClicks }: Readonly<Record<string, unknown>>) {
  const texts = new Set(clicks instanceof Set ? [...clicks].map(String) : []);
  const arrivals = Array.isArray(visitors) ? visitors.map(String) : [];
  return { texts, counted: addressVisit(arrivals, texts, Number(maxUniqueClicks)).counted };
}

export const rememberFullVisit = (visit: string, counted: ReadonlySet<string>): void =>
  addBounded(countedVisitors, maxEntries, [visit, counted]);
