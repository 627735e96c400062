// Writes a year of clicks as the service would have left them: clicks that have expired are only in figures.
import { untilAnswered } from '#infra/local/first-requests.ts';
import { dayOfBrand } from '#lib/access/brands/rules/days.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { formatEntry } from '#lib/clicks/tracking/rules/entries.ts';
import { deltasBetween } from '#lib/clicks/tracking/rules/verdicts.ts';
import { type Click, recordedAt, visitType } from '#lib/clicks/tracking/rules/visit.ts';
import { storedVisit } from '#lib/clicks/tracking/schema/stored.ts';
import { clickExpiry, visitKey } from '#lib/clicks/tracking/writes/visits.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { dayOf, monthOf } from '#lib/foundation/shared/dates.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { applyBatch, figureBatches, keyText } from '#lib/outlets/figures/rules/batches.ts';
import { clickDeltasOf } from '#lib/outlets/figures/rules/deltas.ts';
import { hasAllClicks } from '#lib/outlets/figures/store/sources.ts';

const TableName = environment.TABLE_NAME;
const batchSize = 25;
const batchesAtOnce = 4;

async function putAll(items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) =>
    items.slice(index * batchSize, (index + 1) * batchSize),
  );
  await forEachConcurrently(batches, batchesAtOnce, async (batch) => {
    await untilAnswered();
    let RequestItems = { [TableName]: batch.map((Item) => ({ PutRequest: { Item } })) };
    while (Object.keys(RequestItems).length > 0) {
      const { UnprocessedItems = {} } = await dynamoDb.send('BatchWriteItem', { RequestItems });
      RequestItems = UnprocessedItems as typeof RequestItems;
    }
  });
}

/** Returns one item for all clicks of a visitor on one tracking code and day. */
function visitsOf(clicks: readonly Click[]) {
  const keyOf = ({ brandId, id }: Click) => keyText(visitKey(brandId, id));
  return [...Map.groupBy(clicks, keyOf).values()].flatMap((own) =>
    own.slice(0, 1).map(({ id, brandId, affiliateId, trackingCode, visitor, ...click }) => ({
      ...visitKey(brandId, id),
      ...{ type: visitType, brandId, affiliateId, trackingCode, ...(visitor !== null && { visitor }) },
      expiresAt: clickExpiry(dayOf(new Date(recordedAt({ id, ...click }))), environment.CLICK_RETENTION_DAYS),
      clicks: new Set(own.map(formatEntry)),
    })),
  );
}

function figuresOf(clicks: readonly Click[], brand: Brand): readonly Item[] {
  const deltas = visitsOf(clicks)
    .flatMap((item) => deltasBetween(undefined, storedVisit.parse(item)))
    .flatMap((delta) => clickDeltasOf(delta, brand));
  return figureBatches(deltas).map((batch) => applyBatch(batch, undefined).item);
}

/** Writes the figures before any order, because an order adds to them. The stream counts the other clicks. */
export async function writeClicksOfYear(clicks: readonly Click[], brand: Brand, now: Date): Promise<void> {
  const isKept = (click: Click): boolean =>
    hasAllClicks(monthOf(dayOfBrand(brand, new Date(recordedAt(click)))), now);
  await putAll(
    figuresOf(
      clicks.filter((click) => !isKept(click)),
      brand,
    ),
  );
  await putAll(visitsOf(clicks.filter(isKept)));
}
