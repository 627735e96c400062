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

/** Reads nothing if only references attribute orders. An order from before the binding is not attributed by it. */
export async function resolveBinding(
  brand: Brand,
  { customerId }: OrderReferences,
  bindings: Bindings,
  orderedAt: Date,
): Promise<BoundCreator> {
  const binding = bindingOf(bindings);
  if (binding === undefined) return nobody;
  const { boundAt, campaignId, conversionId } = binding;
  const affiliateId = creatorAt(binding, orderedAt);
  const isEarlier = orderedAt.getTime() < Date.parse(boundAt) - clockSkewMilliseconds;
  const isByReferences = campaignId === null && brand.customerAttribution.type === 'firstOrder';
  if (affiliateId === null || isEarlier || isByReferences) return nobody;
  const reference = customerId ?? 'email';
  const target: ReferenceTarget = { ...noTarget, source: 'customer', reference, affiliateId, campaignId };
  const entities = await getItems(entityKeys(brand.id, target));
  const term = termOf(brand, binding, entities);
  if (term.type === 'firstOrder') return nobody;
  const bound = { ...target, binding: { boundBy: conversionId, boundAt, boundUntil: endOf(binding, term) } };
  return { candidates: await candidatesAt(brand, [bound], entities, orderedAt), entities };
}
