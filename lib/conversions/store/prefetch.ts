// What an order names is read together with its caller, before its body is checked, and what that leads to together with the
// claim of its key: nothing is decided by that yet.

import type { Brand } from '#lib/brands/schema.ts';
import { keysNamed } from '#lib/conversions/rules/references.ts';
import { type ConversionInput, conversionInput } from '#lib/conversions/schema/order.ts';
import { type RawBody, uncheckedBody } from '#lib/shared/unchecked-body.ts';
import { type ItemBatch, itemWithKey } from '#lib/table/keys/item.ts';
import { type Key } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';
import { withLeads } from './leads.ts';

interface Asked {
  readonly caller: { readonly brand: Pick<Brand, 'id'> };
  readonly body: ConversionInput;
  readonly prefetched: ItemBatch;
}

/** Nothing for a body that will be refused. */
export function neededFor(request: RawBody, brandId: string): readonly Key[] {
  const order = uncheckedBody(conversionInput, request);
  return order === undefined ? [] : keysNamed(brandId, order);
}

/** All that an order leads to, of what its names led to; nothing for one that has been recorded already. */
export async function leadsAhead({ caller, body, prefetched }: Asked): Promise<ItemBatch | undefined> {
  const isKnown = itemWithKey(prefetched, keys.order(caller.brand.id, body.orderId)) !== undefined;
  return isKnown ? undefined : withLeads(body, caller.brand.id, prefetched);
}
