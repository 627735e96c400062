// Changes recorded orders by PATCH requests.
import { isDeepStrictEqual } from 'node:util';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import {
  changedFacts,
  changedReferences,
  changesOrder,
  isJudgedAgain,
  type OrderChanges,
  requireNotCanceled,
} from '#lib/money/conversions/rules/edit.ts';
import { lineItemsOf } from '#lib/money/conversions/rules/line-items.ts';
import { currencyOfRecorded } from '#lib/money/conversions/rules/original.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionChanges } from '#lib/money/conversions/schema/order-changes.ts';
import { changeConversion } from '#lib/money/conversions/writes.ts';
import { type ChangeOptions, type PreparedChange, prepareChange } from './change.ts';
import { readConversion } from './conversions.ts';

function prepareAnnotations(before: Conversion, after: Conversion): PreparedChange {
  if (isDeepStrictEqual(after, before)) return { conversion: before, writes: [] };
  return {
    conversion: after,
    writes: [changeConversion(before, after), ...changeExternalId(before, after, 'conversion')],
  };
}

/** Throws a 400 for an item that a new order would ignore, because a change replaces all items. */
function changedItems(sent: NonNullable<ConversionChanges['items']>, currency: string) {
  const { items, warnings } = lineItemsOf({ items: sent }, currency);
  const [warning] = warnings;
  if (warning !== undefined)
    throw invalidField(warning.path, warning.message.replace('Ignored, because it is invalid: ', ''));
  return items;
}

export async function prepareUpdate(
  before: Conversion,
  changes: OrderChanges,
  options: ChangeOptions,
): Promise<PreparedChange> {
  const { brand, now } = options;
  if (!changesOrder(changes)) return prepareAnnotations(before, changedFacts(before, changes, brand, now));
  requireNotCanceled(before);
  const change = {
    kind: 'edited',
    reason: null,
    facts: changedFacts(before, changes, brand, now),
    items:
      changes.items === undefined ? undefined : changedItems(changes.items ?? [], currencyOfRecorded(before)),
    references: isJudgedAgain(changes) ? changedReferences(before, changes) : undefined,
  } as const;
  return prepareChange(before, change, options);
}

/** `found` was read together with the caller. */
export const updateConversion = (
  found: Conversion,
  changes: ConversionChanges,
  options: ChangeOptions,
): Promise<Conversion> =>
  retryOnConflict(async (attempt) => {
    const before = attempt === 0 ? found : await readConversion(options.brand.id, found.id);
    const { conversion, writes } = await prepareUpdate(before, changes, options);
    if (writes.length > 0) await transact(writes);
    return conversion;
  });
