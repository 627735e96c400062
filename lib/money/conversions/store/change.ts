// Prepares the change of a recorded order: reads what it affects, and judges its attribution again if the change asks for it.
import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/access/brands/schema.ts';
import { unknownReference } from '#lib/foundation/shared/errors.ts';
import { getItems, queryPartition } from '#lib/foundation/table/client.ts';
import { type ItemBatch, itemWithKey } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { refundPartition } from '#lib/foundation/table/keys/money-keys.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { affectedKeys } from '#lib/money/conversions/rules/affected-items.ts';
import {
  type Decision,
  decide,
  type Judgement,
  judgeAgain,
  withJudgement,
} from '#lib/money/conversions/rules/judgement.ts';
import { presentJudgement } from '#lib/money/conversions/rules/present-judgement.ts';
import { type OrderReferences, planReferencedItems } from '#lib/money/conversions/rules/references.ts';
import type { ChangeKind } from '#lib/money/conversions/schema/change.ts';
import { type Conversion, type OrderItem, storedOrder } from '#lib/money/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { orderChangeWrites } from './change-writes.ts';
import { customerKeys, customerWrites, mayRebind, readOtherAddresses } from './customer-of-change.ts';
import { resolveReferences } from './resolve-references.ts';
import { readTermsOfChange } from './terms-of-change.ts';
import { readBrandTerms, readOwnTerms } from './terms-of-order.ts';

export interface ChangeOptions {
  readonly brand: Brand;
  readonly now: Date;
}

interface RequestedChange {
  readonly kind: ChangeKind;
  readonly reason: string | null;
  /** The facts after the change. Their attribution is still that before the change. */
  readonly facts: Conversion;
  readonly items?: readonly OrderItem[] | undefined;
  /** Judges the order again by these references. */
  readonly references?: OrderReferences | undefined;
  /** A person decides that this creator earns, or nobody. */
  readonly affiliateId?: string | null;
}

export interface PreparedChange {
  readonly conversion: Conversion;
  readonly writes: readonly Write[];
}

async function readAffected(before: Conversion, change: RequestedChange, brand: Brand) {
  const { references, affiliateId } = change;
  const { brandId, id, orderId } = before;
  const plan = planReferencedItems(brandId, references ?? { orderId });
  const wanted = [
    ...affectedKeys(before),
    ...plan.keys,
    ...customerKeys({ brand, before, change, after: change.facts }),
    ...(affiliateId === undefined || affiliateId === null
      ? []
      : [keys.item(brandId, 'affiliate', affiliateId)]),
  ];
  const mayMove = references !== undefined && before.refundedAmount > 0;
  const [found, refunds] = await Promise.all([
    getItems(wanted),
    mayMove ? queryPartition(refundPartition(brandId, id)) : [],
  ]);
  return {
    found,
    referenced: plan.parse(plan.keys.map((key) => itemWithKey(found, key))),
    refunds: refunds
      .map((refund) => storedRefund.parse(refund))
      .filter(({ amount, reversedAt }) => amount > 0 && reversedAt === null),
  };
}

function decisionOf(before: Conversion, affiliateId: string | null, items: ItemBatch): Decision {
  if (affiliateId === null) return { creator: undefined };
  const item = itemWithKey(items, keys.item(before.brandId, 'affiliate', affiliateId));
  if (item === undefined) throw unknownReference('affiliateId', 'affiliate');
  return { creator: storedAffiliate.parse(item) };
}

type Affected = Awaited<ReturnType<typeof readAffected>>;

/** The decision of a person stays until a person decides again. */
async function judgementOf(
  before: Conversion,
  { references, facts, affiliateId }: RequestedChange,
  { found, referenced }: Affected,
  brand: Brand,
): Promise<{ readonly judgement: Judgement; readonly entities: ItemBatch }> {
  if (references === undefined) return { judgement: presentJudgement(before, found), entities: [] };
  const orderedAt = new Date(facts.occurredAt);
  const isByPerson = affiliateId !== undefined || before.receipt.winner === 'manual';
  const decided = affiliateId === undefined ? before.affiliateId : affiliateId;
  const known = { known: found, affiliateId: isByPerson ? decided : undefined };
  const [{ candidates: all, entities, early }, ofBrand] = await Promise.all([
    resolveReferences(brand, references, referenced, orderedAt, known),
    isByPerson ? readBrandTerms(brand, orderedAt) : [],
  ]);
  // An order that bound its customer must not follow from this binding.
  const candidates = all.filter(({ binding }) => binding?.boundBy !== before.id);
  if (!isByPerson) {
    const judged = judgeAgain(before, candidates, orderedAt, presentJudgement(before, found));
    return { judgement: judged, entities };
  }
  const decision = decisionOf(before, decided, found);
  const judgement = decide(candidates, orderedAt, decision);
  const own = await readOwnTerms(brand.id, judgement.creator, judgement.campaign, orderedAt, early);
  return { judgement: { ...judgement, ownTerms: [...own, ...ofBrand] }, entities };
}

/**
 * Needs two round trips to judge the order again, otherwise one, and another one for the terms of its creator, of the creator's group, or
 * of its campaign.
 */
export async function prepareChange(
  before: Conversion,
  change: RequestedChange,
  { brand, now }: ChangeOptions,
): Promise<PreparedChange> {
  const affected = await readAffected(before, change, brand);
  const [{ judgement, entities }, addresses] = await Promise.all([
    judgementOf(before, change, affected, brand),
    readOtherAddresses({ brand, before, change, after: change.facts }, affected.found),
  ]);
  const after = withJudgement(change.facts, judgement);
  const { order } = affected.referenced;
  const recorded = order === undefined ? [] : storedOrder.parse(order).items;
  const items = isDeepStrictEqual(change.items, recorded) ? undefined : change.items;
  if (items === undefined && isDeepStrictEqual(after, before)) return { conversion: before, writes: [] };
  const { refunds, found } = affected;
  const changed = { brand, before, change, after };
  const known = mayRebind(changed) ? found : undefined;
  const terms = { items: items ?? recorded, ...(await readTermsOfChange(brand, after, judgement, known)) };
  const read = { brand, judgement, refunds, found: [...found, ...entities], terms };
  const { conversion, writes } = orderChangeWrites({ before, after, items }, change, read, now);
  const bindings = customerWrites(changed, [...found, ...addresses], now);
  return { conversion, writes: [...writes, ...bindings] };
}
