// Builds the writes that store a click.
// This file must not import zod or the SDK, because they slow down the cold start of the tracking link.

import { formatArrival, isOfAddress } from '#lib/clicks/tracking/rules/address-visits.ts';
import { formatEntry, separator } from '#lib/clicks/tracking/rules/entries.ts';
import { type Click, clickOrder, parseClickId, visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { dayOf, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { linkKeys } from '#lib/foundation/table/keys/link-keys.ts';
import { toExpressionInput } from '#lib/foundation/table/writes/expression.ts';

/** Limits the size of the item of a visit. More clicks than this come from a bot, or from many people behind one address. */
export const maxClicksPerVisit = 64;

/** Leaves room for two clicks of each visitor who counts. */
const maxClicksOfAddress = (maxUniqueClicks: number): number =>
  Math.max(maxClicksPerVisit, 2 * maxUniqueClicks);

const visitOfClick = (id: string): { readonly date: string; readonly visitSuffix: string } => {
  const { at, visitSuffix } = parseClickId(id);
  return { date: dayOf(new Date(at)), visitSuffix };
};

export function visitKey(brandId: string, id: string): Key {
  const { date, visitSuffix } = visitOfClick(id);
  return linkKeys.visit(brandId, date, visitSuffix);
}

export function overflowKeyPrefix(brandId: string, id: string): Key {
  const { date, visitSuffix } = visitOfClick(id);
  return linkKeys.overflowVisit(brandId, date, visitSuffix, clickOrder({ id, token: '' }));
}

/** Returns epoch seconds. All clicks of a day expire together. */
export const clickExpiry = (date: string, retentionDays: number): number =>
  Date.parse(date) / 1000 + (1 + retentionDays) * secondsPerDay;

const commonAttributeNames = ['type', 'brandId', 'affiliateId', 'trackingCode', 'expiresAt'];
const setAttributes = (names: readonly string[]): string =>
  `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`;

const withCondition = (condition: string, update: string) => ({
  UpdateExpression: update,
  ...toExpressionInput({ condition }, update),
});

const ofVisitor = (names: readonly string[]) =>
  withCondition(
    'attribute_not_exists(#clicks) OR size(#clicks) < :max OR contains(#clicks, :entry)',
    `${setAttributes(names)} ADD #clicks :added`,
  );

const expressions = {
  knownVisitor: ofVisitor([...commonAttributeNames, 'visitor']),
  unknownVisitor: ofVisitor(commonAttributeNames),
  // Appending is not idempotent, so the condition refuses a click that the visit contains.
  address: withCondition(
    'attribute_not_exists(#clicks) OR (size(#clicks) < :max AND NOT contains(#clicks, :entry))',
    `${setAttributes(commonAttributeNames)}, #maxUniqueClicks = if_not_exists(#maxUniqueClicks, :maxUniqueClicks), ` +
      '#visitors = list_append(if_not_exists(#visitors, :none), :arrived) ADD #clicks :added',
  ),
};

function ofKind(click: Click) {
  const { visitor, maxUniqueClicks } = click;
  if (isOfAddress(click) && typeof maxUniqueClicks === 'number') {
    const values = {
      ':maxUniqueClicks': maxUniqueClicks,
      ':arrived': [formatArrival(click)],
      ':none': [],
      ':max': maxClicksOfAddress(maxUniqueClicks),
    };
    return { expressions: expressions.address, values };
  }
  const values = { ':max': maxClicksPerVisit };
  return visitor === null
    ? { expressions: expressions.unknownVisitor, values }
    : { expressions: expressions.knownVisitor, values: { ...values, ':visitor': visitor } };
}

/**
 * Repeating this update changes nothing. It fails if the visit is full, or if it is the visit of an address and contains the click.
 * Store `overflowItem` if the visit is full and does not contain the click.
 */
export function visitUpdate(click: Click, retentionDays: number) {
  const { id, brandId, affiliateId, trackingCode } = click;
  const { date, visitSuffix } = visitOfClick(id);
  const entry = formatEntry(click);
  const kind = ofKind(click);
  return {
    ...kind.expressions,
    Key: linkKeys.visit(brandId, date, visitSuffix),
    ExpressionAttributeValues: {
      ':type': visitType,
      ':brandId': brandId,
      ':affiliateId': affiliateId,
      ':trackingCode': trackingCode,
      ':expiresAt': clickExpiry(date, retentionDays),
      ':added': new Set([entry]),
      ':entry': entry,
      ...kind.values,
    },
  };
}

export function overflowItem(click: Click, retentionDays: number, isSuspicious = false) {
  const { id, brandId, affiliateId, trackingCode, visitor } = click;
  const { date, visitSuffix } = visitOfClick(id);
  const entry = formatEntry(click);
  // Time and token are not unique, and a click with the key of another one would replace it.
  const name = entry + separator + (visitor ?? '');
  return {
    ...linkKeys.overflowVisit(brandId, date, visitSuffix, name),
    type: visitType,
    brandId,
    affiliateId,
    trackingCode,
    ...(visitor !== null && { visitor }),
    expiresAt: clickExpiry(date, retentionDays),
    beyond: true,
    ...(isSuspicious && { suspicious: true }),
    clicks: new Set([entry]),
  };
}
