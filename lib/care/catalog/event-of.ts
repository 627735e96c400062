// Turns the change of an item into an event.
import { isDeepStrictEqual } from 'node:util';
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import type { State } from '#lib/foundation/contract/stored-item.ts';
import { actorAttribute } from '#lib/foundation/table/keys/event-keys.ts';
import { decodeAttribution } from '#lib/foundation/table/writes/attribution.ts';
import { type EventOf, itemOf, type NewEvent, recordedItemOf } from '#lib/record/events/rules/new-event.ts';
import { items } from './items.ts';

function changedFields(
  before: State['data'],
  after: State['data'],
  derived: readonly string[],
): NewEvent['changes'] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names
      .filter((name) => !derived.includes(name) && !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]),
  );
}

export const eventOf: EventOf = (change, brand, { note, order }) => {
  const { before, after } = change;
  const recorded = recordedItemOf(change);
  const changedBy = (after ?? note)?.[actorAttribute];
  if (recorded === undefined || typeof changedBy !== 'string') return undefined;
  const { derivedFields, stateOf, lastStateOf, typeOf, resourceIdOf } = items[recorded.kind].events;
  const attribution = decodeAttribution(changedBy);
  const context = { brand, at: brandTime(brand, attribution.at), order };
  const was = before === undefined ? undefined : lastStateOf(before, context);
  const is = after === undefined ? undefined : stateOf(after, context);
  const changes = was && is ? changedFields(was.data, is.data, derivedFields) : {};
  // Another customer is an event without a visible change, so that the audit trail says whose data the earlier events can contain.
  const isOfSameCustomer = was?.customerKey === is?.customerKey;
  const isSameHidden = isDeepStrictEqual(was?.hidden, is?.hidden);
  const isUnchanged = was && is && Object.keys(changes).length === 0 && isSameHidden && isOfSameCustomer;
  const type = isUnchanged ? undefined : typeOf(before, after);
  const state = is ?? was;
  if (type === undefined || state === undefined) return undefined;
  const { data, customerKey } = state;
  const resourceId = resourceIdOf(itemOf(change));
  const formerCustomerKey = isOfSameCustomer ? undefined : was?.customerKey;
  return {
    ...{ type, resourceId, attribution, data, changes },
    ...(customerKey && { customerKey }),
    ...(is && formerCustomerKey && { formerCustomerKey }),
  };
};
