// Reads everything that is stored about a creator, one kind of records after the other.

import { type RecordType, recordTypes, type StoredRecord } from '#lib/care/privacy/schema/record.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { type CursorContext, decodeCursor, encodeCursor } from '#lib/foundation/table/cursors.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { listQueryFor } from '#lib/foundation/table/list-query.ts';
import { readPageAfter } from '#lib/foundation/table/query-pages.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';

export interface Creator {
  readonly brandId: string;
  readonly id: string;
}

/** `after` is null on the last page of the kind. */
export interface Part<Found> {
  readonly items: readonly Found[];
  readonly after: string | null;
}

export type ReadPart<Found> = (creator: Creator, after: string | null, limit: number) => Promise<Part<Found>>;

const readCreator: ReadPart<StoredRecord> = async ({ brandId, id }) => {
  const [item] = await getItems([keys.item(brandId, 'affiliate', id)]);
  if (item === undefined) throw notFound('affiliate');
  return { items: [{ type: 'affiliate', item: await withSpreadTotals(item) }], after: null };
};

const readOwn =
  (
    type: 'discount' | 'link' | 'conversion' | 'commission' | 'dispute' | 'fraudFinding',
  ): ReadPart<StoredRecord> =>
  async ({ brandId, id }, after, limit) => {
    const list = listQueryFor(brandId, type, { affiliateId: id });
    const { items, upTo, isLast } = await readPageAfter(list, after, limit);
    const records = items.map(async (item) => ({ type, item: await withSpreadTotals(item) }));
    return { items: await Promise.all(records), after: isLast ? null : upTo };
  };

const readDetails: ReadPart<StoredRecord> = async ({ brandId, id }) => {
  const [item] = await getItems([paymentKeys.paymentDetails(brandId, id)]);
  return { items: item === undefined ? [] : [{ type: 'paymentDetails', item }], after: null };
};

/** No index leads from a creator to these items, so each payout or campaign of the brand is looked up. */
const readBelow =
  (
    type: 'payoutLine' | 'membership',
    parent: 'payout' | 'campaign',
    keysOf: (creator: Creator, parentId: string) => readonly Key[],
  ): ReadPart<StoredRecord> =>
  async (creator, after, limit) => {
    const parents = { partition: collectionPartition(creator.brandId, parent) };
    const { items, upTo, isLast } = await readPageAfter(parents, after, limit);
    const wanted = items.flatMap((item) =>
      keysOf(creator, String(item.sk)).map((key) => ({ key, parentId: String(item.sk), parent: item })),
    );
    const found = await getItems(wanted.map(({ key }) => key));
    const records = wanted.flatMap(({ parentId, parent: above }, index): readonly StoredRecord[] => {
      const item = found[index];
      return item === undefined ? [] : [{ type, item, parentId, parent: above }];
    });
    return { items: records, after: isLast ? null : upTo };
  };

const readers: Readonly<Record<StoredRecord['type'], ReadPart<StoredRecord>>> = {
  affiliate: readCreator,
  discount: readOwn('discount'),
  link: readOwn('link'),
  conversion: readOwn('conversion'),
  commission: readOwn('commission'),
  dispute: readOwn('dispute'),
  fraudFinding: readOwn('fraudFinding'),
  paymentDetails: readDetails,
  payoutLine: readBelow('payoutLine', 'payout', ({ brandId, id }, payoutId) => [
    keys.payoutLine(brandId, payoutId, id),
    keys.excludedLine(brandId, payoutId, id),
  ]),
  membership: readBelow('membership', 'campaign', ({ brandId, id }, campaignId) => [
    keys.member(brandId, campaignId, id),
  ]),
};

/** The position is the kind of the next record, and the key of the last one. */
function positionIn(text: string | undefined): { readonly type: RecordType; readonly after: string | null } {
  const [name, after = ''] = (text ?? '').split(' ');
  const type = recordTypes.find((one) => one === name) ?? 'affiliate';
  return { type, after: after === '' ? null : after };
}

interface Request extends CursorContext {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Reading<Event> {
  readonly request: Request;
  /** Returns the events of the creator and of the creator’s records after a position. */
  readonly readEvents: ReadPart<Event>;
}

/** A page has records of one kind, and can be empty. */
export async function readRecords<Event>(creator: Creator, { request, readEvents }: Reading<Event>) {
  const definition = { queries: [], selection: `personal data of ${creator.brandId} ${creator.id}` };
  const given = request.cursor && decodeCursor(request.cursor, definition, request).after;
  const { type, after } = positionIn(given);
  const records: readonly StoredRecord[] = [];
  const part =
    type === 'event'
      ? { stored: records, ...(await readEvents(creator, after, request.limit)) }
      : await readers[type](creator, after, request.limit).then(({ items, after: next }) => ({
          stored: items,
          items: [],
          after: next,
        }));
  const nextType = part.after === null ? recordTypes[recordTypes.indexOf(type) + 1] : type;
  const next = nextType && encodeCursor({ after: `${nextType} ${part.after ?? ''}` }, definition, request);
  return { stored: part.stored, events: part.items, cursor: next ?? null };
}
