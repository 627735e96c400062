// Lists an order also under its former customer, so that an erasure of this customer finds it.
import type { Brand } from '#lib/access/brands/schema.ts';
import { listKeys } from '#lib/foundation/table/keys/list-keys.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { orderMovement } from './ledger-entries.ts';
import { customerOf } from './list-keys.ts';

/** The entry moves nothing. */
export function formerCustomerEntries(
  before: Conversion,
  after: Conversion,
  brand: Pick<Brand, 'salt'>,
  now: Date,
): readonly LedgerEntry[] {
  const former = customerOf(before, { brand });
  if (former === undefined || former === customerOf(after, { brand })) return [];
  const nothing = { postings: [], orders: 0, uses: 0, conversions: {} };
  const list = { ...listKeys.listedId(after.id), ...listKeys.byFormerCustomer(after.brandId, former) };
  return [{ ...orderMovement(after, null, now), ...nothing, ...list }];
}
