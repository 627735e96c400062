// Recording orders: each once, with everything that it moves.
import { withTemporarySalt } from '#lib/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { ensureCustomerSalt } from '#lib/brands/store/customer-salt.ts';
import { commissionEntry } from '#lib/commissions/rules/ledger-entries.ts';
import { putCommission } from '#lib/commissions/store/commissions.ts';
import {
  checkOrder,
  type Draft,
  draftConversion,
  fingerprintOf,
  isSameOrder,
} from '#lib/conversions/rules/draft.ts';
import { orderEntry } from '#lib/conversions/rules/ledger-entries.ts';
import { keysNamed } from '#lib/conversions/rules/references.ts';
import { type Conversion, storedOrder } from '#lib/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/conversions/schema/order.ts';
import { post } from '#lib/ledger/writes.ts';
import { conflict } from '#lib/shared/errors.ts';
import { getItems } from '#lib/table/client.ts';
import { type Item } from '#lib/table/keys/item.ts';
import { type ItemBatch, itemWithKey } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { putNew, type Write } from '#lib/table/writes/write.ts';
import { transact } from '#lib/table/transact.ts';
import { asStored, conversionKey, getConversion, indexKeysOf } from './conversions.ts';
import { withLeads } from './leads.ts';

/** Thrown by the write that claims an order's id: somebody was faster. */
class Recorded extends Error {
  readonly order: Item;
  constructor(order: Item) {
    super('The order has been recorded');
    this.order = order;
  }
}

const recorded = (existing: Item | undefined) => new Recorded(existing ?? {});

interface How {
  readonly now: Date;
  /** Nothing is written. */
  readonly dryRun: boolean;
  /** The id of a new conversion; one is made where it is not given. */
  readonly id?: string;
  /** Of orders that are tried out together: what those before have become, by their ids. */
  readonly earlier?: Map<string, Trial>;
  /** What is to be written with a new conversion, or not at all. */
  readonly also?: (conversion: Conversion) => readonly Write[];
}

/** An order that was tried out, and what would have become of it. */
export interface Trial {
  readonly order: ConversionInput;
  readonly outcome: Outcome;
}

/** What an order has become; `isRepeat` where it had become that before, `isTrial` where nothing of it is written. */
export interface Outcome extends Pick<Draft, 'conversion' | 'commission'> {
  readonly isRepeat: boolean;
  readonly isTrial: boolean;
}

/** What was read for an order before: what it names, and all that this leads to, where that was read, too. */
export interface ReadBefore {
  readonly named?: ItemBatch;
  readonly leads?: ItemBatch | undefined;
}

/** The order with what it names; that may have been read already. */
async function draftOf(
  order: ConversionInput,
  brand: Brand,
  { named, leads }: ReadBefore,
  { now, dryRun, id }: How,
) {
  const first = named ?? (await getItems(keysNamed(brand.id, order)));
  const known = itemWithKey(first, keys.order(brand.id, order.orderId));
  if (known !== undefined) throw recorded(known);
  const salted = dryRun ? withTemporarySalt(brand) : await ensureCustomerSalt(brand);
  const found = leads ?? (await withLeads(order, brand.id, first));
  return draftConversion(order, salted, found, now, id);
}

/** The writes that add an order: its own record, with everything that it moves. */
export function addConversion(
  { conversion, commission, fingerprint, found }: Draft,
  now: Date,
): readonly Write[] {
  const { brandId, id, orderId } = conversion;
  const earned = commission === undefined ? [] : [commissionEntry(undefined, commission, now)];
  return [
    putNew({ ...keys.order(brandId, orderId), conversionId: id, fingerprint }, recorded),
    putNew({ ...conversionKey(brandId, id), ...asStored(conversion), ...indexKeysOf(conversion) }),
    ...(commission === undefined ? [] : [putCommission(commission)]),
    ...post([orderEntry(conversion, now), ...earned], found),
  ];
}

const anotherBody = (known = '') =>
  conflict(`An order with this id has been recorded already, with another body${known}`);

/** The same order again is the same record; another body under its id is a 409. */
async function repeatOf(order: ConversionInput, brand: Brand, known: Item): Promise<Outcome> {
  const { conversionId, fingerprint } = storedOrder.parse(known);
  if (fingerprint !== fingerprintOf(order, await ensureCustomerSalt(brand))) {
    throw anotherBody(`: ${conversionId}`);
  }
  const conversion = await getConversion(brand.id, conversionId);
  return { conversion, commission: undefined, isRepeat: true, isTrial: false };
}

/** The same order once more, of those that are tried out together: what it would be then. */
function repeatOfTrial({ order, outcome }: Trial, again: ConversionInput): Outcome {
  if (!isSameOrder(order, again)) throw anotherBody();
  return { ...outcome, isRepeat: true };
}

/** Records an order. With `dryRun` nothing is written: the answer is what it would have become. */
export async function recordConversion(
  order: ConversionInput,
  brand: Brand,
  before: ReadBefore,
  how: How,
): Promise<Outcome> {
  const { now, dryRun, earlier, also = () => [] } = how;
  checkOrder(order, brand, now);
  const trial = earlier?.get(order.orderId);
  if (trial !== undefined) return repeatOfTrial(trial, order);
  let read = before;
  try {
    return await retryOnConflict(async () => {
      const draft = await draftOf(order, brand, read, how);
      // What was read before is not read any more where it has changed meanwhile.
      read = {};
      if (!dryRun) await transact([...also(draft.conversion), ...addConversion(draft, now)]);
      const outcome = { ...draft, isRepeat: false, isTrial: dryRun };
      earlier?.set(order.orderId, { order, outcome });
      return outcome;
    });
  } catch (error) {
    if (error instanceof Recorded) return repeatOf(order, brand, error.order);
    throw error;
  }
}
