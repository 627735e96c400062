// Resolves the creator to whom the customer of an order is bound.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { type Candidate, clockSkewMilliseconds } from '#lib/money/conversions/rules/attribution.ts';
import {
  entityKeys,
  noTarget,
  type OrderReferences,
  type ReferenceTarget,
} from '#lib/money/conversions/rules/references.ts';
import { type Bindings, bindingOf, creatorAt, endOf } from '#lib/money/customers/rules/binding.ts';
import type { Binding } from '#lib/money/customers/schema/customer.ts';
import { storedCampaign } from '#lib/program/campaigns/schema.ts';
import { candidatesAt } from './candidates.ts';

interface BoundCreator {
  readonly candidates: readonly Candidate[];
  readonly entities: ItemBatch;
}

export const nobody: BoundCreator = { candidates: [], entities: [] };

/** The campaign that bound the customer decides how long, also after its end. */
function termOf(brand: Brand, { campaignId }: Binding, entities: ItemBatch) {
  const item =
    campaignId === null ? undefined : itemWithKey(entities, keys.item(brand.id, 'campaign', campaignId));
  const own = item === undefined ? null : storedCampaign.parse(item).customerAttribution;
  return own ?? brand.customerAttribution;
}

/** Returns undefined if only references attribute orders, and for an order from before the binding. */
export function bindingTarget(
  brand: Brand,
  { customerId }: OrderReferences,
  bindings: Bindings,
  orderedAt: Date,
): ReferenceTarget | undefined {
  const binding = bindingOf(bindings);
  if (binding === undefined) return undefined;
  const { boundAt, campaignId } = binding;
  const affiliateId = creatorAt(binding, orderedAt);
  const isEarlier = orderedAt.getTime() < Date.parse(boundAt) - clockSkewMilliseconds;
  const isByReferences = campaignId === null && brand.customerAttribution.type === 'firstOrder';
  if (affiliateId === null || isEarlier || isByReferences) return undefined;
  return { ...noTarget, source: 'customer', reference: customerId ?? 'email', affiliateId, campaignId };
}

/** `known` items are not read again. */
export async function resolveBinding(
  brand: Brand,
  order: OrderReferences,
  bindings: Bindings,
  orderedAt: Date,
  known: ItemBatch,
): Promise<BoundCreator> {
  const [binding, target] = [bindingOf(bindings), bindingTarget(brand, order, bindings, orderedAt)];
  if (binding === undefined || target === undefined) return nobody;
  const wanted = entityKeys(brand.id, target).filter((key) => itemWithKey(known, key) === undefined);
  const entities = [...known, ...(await getItems(wanted))];
  const term = termOf(brand, binding, entities);
  if (term.type === 'firstOrder') return nobody;
  const { conversionId, boundAt } = binding;
  const bound = { ...target, binding: { boundBy: conversionId, boundAt, boundUntil: endOf(binding, term) } };
  return { candidates: await candidatesAt(brand, [bound], entities, orderedAt), entities };
}
