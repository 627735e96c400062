// Builds the candidates of an order, with the memberships that creators had at its time.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { ItemBatch } from '#lib/foundation/table/keys/item.ts';
import type { Candidate } from '#lib/money/conversions/rules/attribution.ts';
import { candidateOf, type ReferenceTarget } from '#lib/money/conversions/rules/references.ts';
import { wasMember } from './past.ts';

/**
 * Reads the former membership of a creator who was no member of the campaign at the time of the order, or is none any more.
 * `isFormerMember` is known already for a deleted discount code, whose creator may have left the campaign as well.
 */
async function candidateAt(
  brand: Brand,
  target: ReferenceTarget,
  entities: ItemBatch,
  orderedAt: Date,
  isFormerMember = false,
): Promise<Candidate> {
  const candidate = candidateOf(brand, target, entities, { orderedAt, wasMember: isFormerMember });
  const isUndecided = candidate.campaignReason === 'notCampaignMember' && target.validTo === null;
  if (!isUndecided || !(await wasMember(brand.id, target, orderedAt))) return candidate;
  return candidateOf(brand, target, entities, { orderedAt, wasMember: true });
}

export const candidatesAt = (
  brand: Brand,
  targets: readonly ReferenceTarget[],
  entities: ItemBatch,
  orderedAt: Date,
  formerMemberships: readonly boolean[] = [],
): Promise<readonly Candidate[]> =>
  Promise.all(
    targets.map((target, index) => candidateAt(brand, target, entities, orderedAt, formerMemberships[index])),
  );
