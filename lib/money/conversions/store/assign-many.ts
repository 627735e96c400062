// Gives several orders to one creator or to nobody, each in a transaction of its own.
import type { Attempt } from '#lib/foundation/idempotency/rules/attempt.ts';
import { settleEach } from '#lib/foundation/shared/concurrency.ts';
import { notFound, unknownReference } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { BulkAttributionInput } from '#lib/money/conversions/schema/bulk-attribution.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ChangeOptions } from './change.ts';
import { readConversion } from './conversions.ts';
import { prepareAttribution } from './decisions.ts';
import { type SelectedOrder, selectOrders } from './matching.ts';

async function checkCreator(brandId: string, affiliateId: string | null): Promise<void> {
  if (affiliateId === null) return;
  const [creator] = await getItems([keys.item(brandId, 'affiliate', affiliateId)]);
  if (creator === undefined) throw unknownReference('affiliateId', 'affiliate');
}

interface Decision {
  readonly input: BulkAttributionInput;
  readonly options: ChangeOptions;
  readonly check: (order: Conversion) => void;
}

/** An order that the decision does not change needs no check, so a repeated request has the same result. */
const attributeOrder = (
  { id, found }: SelectedOrder,
  { input, options, check }: Decision,
): Promise<Conversion> =>
  retryOnConflict(async (attempt) => {
    if (found === undefined) throw notFound('conversion');
    const before = attempt === 0 ? found : await readConversion(options.brand.id, id);
    const { conversion, writes } = await prepareAttribution(before, input, options);
    if (writes.length === 0) return conversion;
    check(before);
    await transact(writes);
    return conversion;
  });

export async function attributeOrders(
  input: BulkAttributionInput,
  { attempt, ...options }: ChangeOptions & { readonly attempt: Attempt },
) {
  const { brand } = options;
  const [{ orders, cursor, check }] = await Promise.all([
    selectOrders(brand, input),
    checkCreator(brand.id, input.affiliateId),
  ]);
  const decision = { input, options, check };
  const attribute = (order: SelectedOrder) => attributeOrder(order, decision);
  return { results: await settleEach(orders, ({ id }) => id, attribute, attempt), cursor };
}
