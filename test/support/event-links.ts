// Checks that the events of each resource follow from each other.
import { isDeepStrictEqual } from 'node:util';
import type { Json } from './json.ts';

/** Fields that change without an event: totals, and the claim of a commission by a payout. */
const silentFields = [
  'totalRevenue',
  'totalOrders',
  'commissionEarned',
  'usageCount',
  'creatorsCount',
  'isRunning',
  'payoutId',
];
export const ownFields = (data: Json): Json =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !silentFields.includes(name)));

/** An event continues its predecessor if the states differ in exactly the fields of `changes`. */
function continues(before: Json, { data, changes }: Json): boolean {
  const after = ownFields(data);
  return Object.keys(after).every((name) =>
    name in changes
      ? isDeepStrictEqual(changes[name], { before: before[name] ?? null, after: after[name] ?? null })
      : isDeepStrictEqual(before[name], after[name]),
  );
}

const isFirst = ({ type }: Json): boolean => /\.(invited|created|recorded)$/.test(type);

/** Returns the events whose `changes` do not begin at the event before. */
export function brokenLinks(events: readonly Json[]): readonly string[] {
  const states = new Map<string, Json>();
  return events.flatMap((event) => {
    const state = states.get(event.resourceId);
    states.set(event.resourceId, ownFields(event.data));
    const isLinked = state === undefined ? isFirst(event) : continues(state, event);
    return isLinked ? [] : [`${event.type} ${event.sequence}`];
  });
}
