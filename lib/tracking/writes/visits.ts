// Builds the writes that store a click.
// This file must not import zod or the SDK, because they slow down the cold start of the tracking link.
import { dayOf, secondsPerDay } from '#lib/shared/dates.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { setAll, toExpressionInput } from '#lib/table/writes/expression.ts';
import { type Click, clickOrder, formatEntry, parseClickId, visitType } from '#lib/tracking/rules/visit.ts';

/** Limits the size of the item of a visit. More clicks than this come from a bot, or from many people behind one address. */
export const maxClicksPerVisit = 64;

/** The command `clicks replay` searches the log for this message. */
export const clickNotStored = 'click not stored';

const visitOfClick = (id: string): { readonly date: string; readonly visitSuffix: string } => {
  const { at, visitSuffix } = parseClickId(id);
  return { date: dayOf(new Date(at)), visitSuffix };
};

export function visitKey(brandId: string, id: string): Key {
  const { date, visitSuffix } = visitOfClick(id);
  return keys.visit(brandId, date, visitSuffix);
}

export function overflowKeyPrefix(brandId: string, id: string): Key {
  const { date, visitSuffix } = visitOfClick(id);
  return keys.overflowVisit(brandId, date, visitSuffix, clickOrder({ id, token: '' }));
}

/** Returns epoch seconds. All clicks of a day expire together. */
export const clickExpiry = (date: string, retentionDays: number): number =>
  Date.parse(date) / 1000 + (1 + retentionDays) * secondsPerDay;

const commonAttributes = (
  { id, brandId, affiliateId, trackingCode, visitor }: Click,
  retentionDays: number,
) => ({
  type: visitType,
  brandId,
  affiliateId,
  trackingCode,
  ...(visitor !== null && { visitor }),
  expiresAt: clickExpiry(visitOfClick(id).date, retentionDays),
});

const condition = 'attribute_not_exists(#clicks) OR size(#clicks) < :max OR contains(#clicks, :entry)';

function expressionsFor(attributes: readonly string[]) {
  const update = `${setAll(Object.fromEntries(attributes.map((name) => [name, name])))} ADD #clicks :added`;
  return { UpdateExpression: update, ...toExpressionInput({ condition }, update) };
}

const commonAttributeNames = ['type', 'brandId', 'affiliateId', 'trackingCode', 'expiresAt'];
const expressions = {
  known: expressionsFor([...commonAttributeNames, 'visitor']),
  unknown: expressionsFor(commonAttributeNames),
};

export const visitUpdateExpressions = ({ visitor }: Pick<Click, 'visitor'>) =>
  visitor === null ? expressions.unknown : expressions.known;

export function visitUpdateValues(click: Click, retentionDays: number) {
  const { type, brandId, affiliateId, trackingCode, expiresAt, visitor } = commonAttributes(
    click,
    retentionDays,
  );
  const entry = formatEntry(click);
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
      ':max': maxClicksPerVisit,
    },
  };
}

/** This update is idempotent. It fails if the visit is full and does not contain the click; store `overflowItem` in this case. */
export const visitUpdate = (click: Click, retentionDays: number) => ({
  ...visitUpdateExpressions(click),
  ...visitUpdateValues(click, retentionDays),
});

export function overflowItem(click: Click, retentionDays: number) {
  const { date, visitSuffix } = visitOfClick(click.id);
  return {
    ...keys.overflowVisit(click.brandId, date, visitSuffix, clickOrder(click)),
    ...commonAttributes(click, retentionDays),
    beyond: true,
    clicks: new Set([formatEntry(click)]),
  };
}
