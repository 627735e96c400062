// Resolves the references of an order to candidates: creators and campaigns as they were at the time of the order.
import type { Brand } from '#lib/access/brands/schema.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { attribute, type Candidate } from '#lib/money/conversions/rules/attribution.ts';
import {
  entityKeys,
  type OrderReferences,
  type ReferencedItems,
  type ReferenceTarget,
} from '#lib/money/conversions/rules/references.ts';
import { type Bindings, bindingsIn } from '#lib/money/customers/rules/binding.ts';
import { customerKeysOf } from '#lib/money/customers/rules/customer-keys.ts';
import { normalizeDiscountCode } from '#lib/program/discounts/rules/discount-code.ts';
import { candidatesAt } from './candidates.ts';
import { wasMember } from './past.ts';
import { bindingTarget, nobody, resolveBinding } from './resolve-binding.ts';
import { resolveTargets } from './resolve-targets.ts';
import {
  type EarlyTerms,
  noEarlyTerms,
  readBrandTerms,
  readEarlyTerms,
  withTerms,
} from './terms-of-order.ts';

interface ResolvedReferences {
  readonly candidates: readonly Candidate[];
  readonly entities: ItemBatch;
  readonly bindings: Bindings;
  readonly early: EarlyTerms;
}

/** A change of an order has read most items already, and reads all terms together, because it needs a round trip more than a new order. */
interface KnownOfChange {
  readonly known: ItemBatch;
  /** The creator whom a person has chosen, or null for nobody. Undefined if the references decide. */
  readonly affiliateId: string | null | undefined;
}

/** Whether a discount was deleted after its code was read. */
const isDeleted = (brandId: string, { discountId }: ReferenceTarget, entities: ItemBatch): boolean =>
  discountId !== null && itemWithKey(entities, keys.item(brandId, 'discount', discountId)) === undefined;

const withOwnUse = (candidate: Candidate, { usedDiscountId }: OrderReferences): Candidate =>
  candidate.codeObstacle === 'codeUsedUp' && candidate.discountId === usedDiscountId
    ? { ...candidate, codeObstacle: null }
    : candidate;

/** The creators of an earlier program are invited after its orders. */
const withImport = (candidate: Candidate, { settledElsewhere }: OrderReferences): Candidate =>
  settledElsewhere ? { ...candidate, isImported: true } : candidate;

function earnersOf(targets: readonly ReferenceTarget[], { affiliateId }: KnownOfChange) {
  if (affiliateId === undefined) return targets;
  if (affiliateId === null) return [];
  return [...targets.filter((one) => one.affiliateId === affiliateId), { affiliateId, campaignId: null }];
}

/**
 * Needs one round trip, and another one for each of: a click in an overflow item, or an order from before the present owner of the
 * code; a creator who was no member of the campaign at the time of the order, or is none any more; the creator of the customer, who
 * is read only if no reference of the order wins; the terms of the creator or the campaign. A change reads
 * the last two together with the rest.
 */
export async function resolveReferences(
  brand: Brand,
  order: OrderReferences,
  referenced: ReferencedItems,
  orderedAt: Date,
  change?: KnownOfChange,
): Promise<ResolvedReferences> {
  const targets = await resolveTargets(brand.id, order, referenced, orderedAt);
  const customer = customerKeysOf(brand, order);
  const customerKeys = [customer.customer, customer.email].filter((key) => key !== undefined);
  const { known: read = [] } = change ?? {};
  const bound =
    targets.length > 0 ? undefined : bindingTarget(brand, order, bindingsIn(read, customer), orderedAt);
  const earners = bound === undefined ? targets : [bound];
  const wanted = [...earners.flatMap((target) => entityKeys(brand.id, target)), ...customerKeys];
  const { entities: shared = [] } = referenced.shared ?? {};
  const known: ItemBatch = [...read, ...wanted.map((key) => itemWithKey(shared, key))];
  const [found, formerMemberships, ofBrand, early] = await Promise.all([
    getItems(wanted.filter((key) => itemWithKey(known, key) === undefined)),
    // A creator whose code was deleted may have left the campaign as well.
    Promise.all(targets.map((target) => target.validTo !== null && wasMember(brand.id, target, orderedAt))),
    targets.length + customerKeys.length === 0 ? [] : readBrandTerms(brand, orderedAt),
    change === undefined
      ? noEarlyTerms
      : readEarlyTerms(brand.id, earnersOf(earners, change), known, orderedAt),
  ]);
  const entities: ItemBatch = [...known, ...found];
  const deleted = targets.filter((target) => isDeleted(brand.id, target, entities));
  if (deleted.length > 0) {
    const discountCodes = new Map(referenced.discountCodes);
    for (const { reference } of deleted) discountCodes.delete(normalizeDiscountCode(reference));
    return resolveReferences(brand, order, { ...referenced, discountCodes }, orderedAt, change);
  }
  const bindings = bindingsIn(entities, customer);
  const judged = await candidatesAt(brand, targets, entities, orderedAt, formerMemberships);
  const referring = judged.map((candidate) => withImport(withOwnUse(candidate, order), order));
  const isDecided = attribute(referring, orderedAt).winner !== undefined;
  const byCustomer = isDecided ? nobody : await resolveBinding(brand, order, bindings, orderedAt, entities);
  const candidates = [...referring, ...byCustomer.candidates];
  return {
    candidates: await withTerms(brand.id, candidates, ofBrand, orderedAt, early),
    entities: [...entities, ...byCustomer.entities],
    bindings,
    early,
  };
}
