// Records the changes of the table's stream as events, exactly once and in an order that agrees with the history of each item.
import { storedBrand } from '#lib/brands/schema.ts';
import { erasedContent, isErasedSince } from '#lib/events/rules/erased-event.ts';
import {
  type EventOf,
  isRecorded,
  itemOf,
  type NewEvent,
  recordedItemOf,
} from '#lib/events/rules/new-event.ts';
import { pageOf, sequenced } from '#lib/events/rules/page.ts';
import { now } from '#lib/shared/clock.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import { type Aggregation, aggregate } from '#lib/streams/aggregation.ts';
import type { Change } from '#lib/streams/changes.ts';
import { getItems } from '#lib/table/client.ts';
import { eventKeys } from '#lib/table/keys/event-keys.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { aggregationLimits, sizeOfPuts, takeWithin } from '#lib/table/writes/transaction-size.ts';
import { type Put, putNew, staleWrite } from '#lib/table/writes/write.ts';
import { readHead } from './pages.ts';

interface BrandChange {
  readonly brandId: string;
  readonly change: Change;
}

/** The changes of one brand. */
interface BrandBatch {
  readonly name: string;
  readonly changes: readonly Change[];
}

/** The audit trail shows the events of 400 days. */
const retentionSeconds = 400 * secondsPerDay;

const maxEventsPerPage = 100;
/** Far below DynamoDB's limit of 400 KB per item, because a change has two images, and its event two representations. */
const maxBytesPerPage = 200_000;

function batchesOf(changes: readonly BrandChange[]): readonly BrandBatch[] {
  const brands = Map.groupBy(changes, ({ brandId }) => brandId);
  return [...brands]
    .map(([name, ofBrand]) => ({ name, changes: ofBrand.map(({ change }) => change) }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

const fitsInPage = ({ changes }: BrandBatch): boolean =>
  changes.length <= maxEventsPerPage && JSON.stringify(changes).length <= maxBytesPerPage;

/** The totals of a hot item are in other items, so they are those of the time of recording. */
const complete = async ({ after, ...change }: Change): Promise<Change> => ({
  ...change,
  after: after === undefined ? undefined : await withSpreadTotals(after),
});

const noteKey = (brandId: string, { before, after }: Change) =>
  after === undefined && before !== undefined
    ? eventKeys.deletionNote(brandId, String(before.sk))
    : undefined;

/** Reads the current items, because a change can be recorded after the personal data of its item was erased. */
const currentKey = (change: Change): Key => {
  const { pk, sk } = itemOf(change);
  return { pk: String(pk), sk: String(sk) };
};

async function readEvents(
  { name: brandId, changes }: BrandBatch,
  eventOf: EventOf,
): Promise<readonly NewEvent[]> {
  const noteKeys = changes.map((change) => noteKey(brandId, change) ?? keys.brand(brandId));
  const [brandItem, ...found] = await getItems([
    keys.brand(brandId),
    ...noteKeys,
    ...changes.map(currentKey),
  ]);
  const brand = storedBrand.parse(brandItem);
  const events: NewEvent[] = [];
  for (const [index, change] of changes.entries()) {
    const event = eventOf(await complete(change), brand, found[index]);
    const current = found[changes.length + index];
    if (event === undefined) continue;
    events.push(isErasedSince(change, current) ? { ...event, ...erasedContent(event) } : event);
  }
  return events;
}

/** The transaction is refused and repeated if another worker has recorded events of the brand since the head was read. */
async function pageWrite(batch: BrandBatch, eventOf: EventOf, at: Date): Promise<Put | undefined> {
  const events = await readEvents(batch, eventOf);
  if (events.length === 0) return undefined;
  const head = await readHead(batch.name);
  const page = pageOf(sequenced(batch.name, events, head));
  const key = eventKeys.eventPage(batch.name, head.sequence + 1);
  const expiresAt = epochSeconds(addSeconds(at, retentionSeconds));
  return putNew({ ...key, type: 'eventPage', brandId: batch.name, ...page, expiresAt }, staleWrite);
}

async function prepare(batches: readonly BrandBatch[], eventOf: EventOf) {
  const candidates = batches.slice(0, aggregationLimits.items);
  const prepared = await Promise.all(
    candidates.map(async (batch) => ({ batch, put: await pageWrite(batch, eventOf, now()) })),
  );
  const fitting = takeWithin(prepared, aggregationLimits.bytes, ({ put }) =>
    put === undefined ? 0 : sizeOfPuts([put]),
  );
  return { batches: fitting.map(({ batch }) => batch), puts: fitting.flatMap(({ put }) => put ?? []) };
}

const aggregationWith = (eventOf: EventOf): Aggregation<BrandChange, BrandBatch> => ({
  name: 'EVENTS',
  isRelevant: isRecorded,
  deltasOf: (change) => {
    const brandId = recordedItemOf(change)?.brandId;
    return brandId === undefined ? [] : [{ brandId, change }];
  },
  batchesOf,
  eachFits: (batches) => batches.every(fitsInPage),
  prepare: (batches) => prepare(batches, eventOf),
});

export const recordEvents = (shardId: string, changes: readonly Change[], eventOf: EventOf): Promise<void> =>
  aggregate(aggregationWith(eventOf), shardId, changes);
