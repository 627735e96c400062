// How a click is stored: one update of its visit, as plain values. Without zod and SDK: the tracking link makes it, too.
import { dayOf, daysInSeconds } from '#lib/shared/dates.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { setAll, toExpressionInput } from '#lib/table/writes/expression.ts';
import { type Click, entryOf, orderOf, partsOf, visitType } from '#lib/tracking/rules/visit.ts';

/**
 * So many clicks of one visitor on one code on one day stand together. What is beyond is a machine, or a crowd behind one
 * address; and the item stays small.
 */
export const maxClicksOfVisit = 64;

/** What the log says of a click that could not be stored; `lib/tracking/store/replay.ts` stores it from there. */
export const notStored = 'click not stored';

const place = (id: string): { readonly date: string; readonly tail: string } => {
  const { at, tail } = partsOf(id);
  return { date: dayOf(new Date(at)), tail };
};

/** Where a click stands by its id, unless its visit was full. */
export function visitKey(brandId: string, id: string): Key {
  const { date, tail } = place(id);
  return keys.visit(brandId, date, tail);
}

/** Where a click stands by its id whose visit was full, but for the end of the sort key, its token. */
export function overflowKeyPrefix(brandId: string, id: string): Key {
  const { date, tail } = place(id);
  return keys.overflowClick(brandId, date, tail, orderOf({ id, token: '' }));
}

/** When the clicks of a day leave the table, in epoch seconds: the same for all of a visit, whenever they are stored. */
export const expiryOf = (date: string, retentionDays: number): number =>
  Date.parse(date) / 1000 + (1 + retentionDays) * daysInSeconds;

/** What is the same of all clicks of a visit. */
const factsOf = ({ id, brandId, affiliateId, trackingCode, visitor }: Click, retentionDays: number) => ({
  type: visitType,
  brandId,
  affiliateId,
  trackingCode,
  ...(visitor !== null && { visitor }),
  expiresAt: expiryOf(place(id).date, retentionDays),
});

const condition = 'attribute_not_exists(#clicks) OR size(#clicks) < :max OR contains(#clicks, :entry)';

function expressionsFor(facts: readonly string[]) {
  const update = `${setAll(Object.fromEntries(facts.map((name) => [name, name])))} ADD #clicks :added`;
  return { UpdateExpression: update, ...toExpressionInput({ condition }, update) };
}

const namesOfFacts = ['type', 'brandId', 'affiliateId', 'trackingCode', 'expiresAt'];
const expressions = {
  known: expressionsFor([...namesOfFacts, 'visitor']),
  unknown: expressionsFor(namesOfFacts),
};

/** The expressions of the update that stores a click: the same ones for all whose visitor is known, and for all others. */
export const recordingExpressions = ({ visitor }: Pick<Click, 'visitor'>) =>
  visitor === null ? expressions.unknown : expressions.known;

/** The key and the values that go with them. */
export function recordingValues(click: Click, retentionDays: number) {
  const { type, brandId, affiliateId, trackingCode, expiresAt, visitor } = factsOf(click, retentionDays);
  const entry = entryOf(click);
  return {
    Key: visitKey(click.brandId, click.id),
    ExpressionAttributeValues: {
      ':type': type,
      ':brandId': brandId,
      ':affiliateId': affiliateId,
      ':trackingCode': trackingCode,
      ':expiresAt': expiresAt,
      ...(visitor !== undefined && { ':visitor': visitor }),
      ':added': new Set([entry]),
      ':entry': entry,
      ':max': maxClicksOfVisit,
    },
  };
}

/**
 * The UpdateItem (but for its table) that stores a click. Made again it changes nothing, so it may be sent as often as it
 * takes. Its condition fails where the visit is full and the click is not in it: then `overflowItem` is put instead.
 */
export const recordingOf = (click: Click, retentionDays: number) => ({
  ...recordingExpressions(click),
  ...recordingValues(click, retentionDays),
});

/** The item of a click whose visit is full. */
export function overflowItem(click: Click, retentionDays: number) {
  const { date, tail } = place(click.id);
  return {
    ...keys.overflowClick(click.brandId, date, tail, orderOf(click)),
    ...factsOf(click, retentionDays),
    beyond: true,
    clicks: new Set([entryOf(click)]),
  };
}
