// Reads and writes of conversions.
import type { Brand } from '#lib/brands/schema.ts';
import { commissionEntry } from '#lib/commissions/entries.ts';
import { putCommission } from '#lib/commissions/store.ts';
import { post } from '#lib/ledger/store.ts';
import { conflict } from '#lib/shared/errors.ts';
import { missing } from '#lib/shared/ids.ts';
import { decideAndWrite } from '#lib/table/changes.ts';
import { getItem, getItems, type Item } from '#lib/table/client.ts';
import { affiliateScope, collectionOf, indexKeys, keys, ofAffiliate, withStatus } from '#lib/table/keys.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { putNew, transact, type Write } from '#lib/table/transaction.ts';
import { orderEntry } from './entries.ts';
import { checkOrder, type Draft, draftConversion, fingerprintOf } from './record.ts';
import { type Found, itemAt, keysLedTo, keysNamed } from './references.ts';
import {
  type Conversion,
  type ConversionFilters,
  type ConversionInput,
  storedConversion,
  storedOrder,
} from './schema.ts';

export const conversionKey = (brandId: string, id: string) => keys.item(brandId, 'conversion', id);

/** Thrown by the write that claims an order's id: somebody was faster. */
class Recorded extends Error {
  readonly order: Item;
  constructor(order: Item) {
    super('The order has been recorded');
    this.order = order;
  }
}

const recorded = (existing: Item | undefined) => new Recorded(existing ?? {});

/** What an order has become; `isRepeat` where it had become that before. */
export interface Outcome extends Pick<Draft, 'conversion' | 'commission'> {
  readonly isRepeat: boolean;
}

/** Both reads of what an order names; the first of them may have been made already. */
async function draftOf(order: ConversionInput, brand: Brand, named: Found | undefined, now: Date) {
  const first = named ?? (await getItems(keysNamed(brand.id, order)));
  const known = itemAt(first, keys.order(brand.id, order.orderId));
  if (known !== undefined) throw recorded(known);
  const led = keysLedTo(brand.id, order, first);
  const second = led.length === 0 ? [] : await getItems(led);
  return draftConversion(order, brand, [...first, ...second], now);
}

/** The lists that it stands in, beside that of all. */
export const indexKeysOf = ({ brandId, affiliateId, receipt }: Conversion) => ({
  ...indexKeys.byStatus(brandId, 'conversion', receipt.attribution),
  ...(affiliateId !== null && indexKeys.byAffiliate(brandId, 'conversion', affiliateId)),
});

/** The order's own record, with everything that it moves. */
function writesOf({ conversion, commission, fingerprint, found }: Draft, now: Date): readonly Write[] {
  const { brandId, id, orderId } = conversion;
  const earned = commission === undefined ? [] : [commissionEntry(undefined, commission, now)];
  return [
    putNew({ ...keys.order(brandId, orderId), conversionId: id, fingerprint }, recorded),
    putNew({ ...conversionKey(brandId, id), ...conversion, ...indexKeysOf(conversion) }),
    ...(commission === undefined ? [] : [putCommission(commission)]),
    ...post([orderEntry(conversion, now), ...earned], found),
  ];
}

/** The same order again is the same record; another body under its id is a 409. */
async function repeatOf(order: ConversionInput, brand: Brand, known: Item): Promise<Outcome> {
  const { conversionId, fingerprint } = storedOrder.parse(known);
  if (fingerprint !== (await fingerprintOf(order, brand))) {
    throw conflict('An order with this id has been recorded already, with another body');
  }
  return { conversion: await getConversion(brand.id, conversionId), commission: undefined, isRepeat: true };
}

/**
 * Records an order. `named`: what `keysNamed` found, where it has been read. With `dryRun` nothing is written: the answer is
 * what it would have become.
 */
export async function recordConversion(
  order: ConversionInput,
  brand: Brand,
  named: Found,
  { now, dryRun }: { readonly now: Date; readonly dryRun: boolean },
): Promise<Outcome> {
  checkOrder(order, brand, now);
  let read: Found | undefined = named;
  try {
    return await decideAndWrite(async () => {
      const draft = await draftOf(order, brand, read, now);
      // What was read before is not read any more where it has changed meanwhile.
      read = undefined;
      if (!dryRun) await transact(writesOf(draft, now));
      return { ...draft, isRepeat: false };
    });
  } catch (error) {
    if (error instanceof Recorded) return repeatOf(order, brand, error.order);
    throw error;
  }
}

export async function getConversion(brandId: string, id: string): Promise<Conversion> {
  const found = await getItem(conversionKey(brandId, id));
  if (found === undefined) throw missing('conversion');
  return storedConversion.parse(found);
}

const parse = (found: Item): Conversion => storedConversion.parse(found);

/** Those of a creator are all attributed: with another filter beside it there are none. */
export function listConversions(
  brandId: string,
  { affiliateId, attribution }: ConversionFilters,
  page: PageRequest,
) {
  if (affiliateId !== undefined) {
    const isNone = attribution !== undefined && attribution !== 'attributed';
    const source = {
      partition: ofAffiliate(brandId, 'conversion', affiliateId),
      index: 'byAffiliate',
    } as const;
    const scope = affiliateScope(brandId, affiliateId);
    const total = { scope, counter: 'affiliateConversions', field: 'total' } as const;
    return isNone ? { items: [], cursor: null, total: 0 } : readList(source, page, parse, total);
  }
  const source =
    attribution === undefined
      ? { partition: collectionOf(brandId, 'conversion') }
      : { partition: withStatus(brandId, 'conversion', attribution), index: 'byStatus' as const };
  const total = { scope: brandId, counter: 'conversions', field: attribution ?? 'total' } as const;
  return readList(source, page, parse, total);
}
