// Builds the writes of fraud findings.
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, staleWrite, updateExisting, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { withHold, withoutHold } from './rules/holds.ts';
import type { FraudFinding } from './schema/finding.ts';

export const findingKey = (brandId: string, id: string): Key => keys.item(brandId, 'fraudFinding', id);

const withIndexKeys = (finding: FraudFinding) => {
  const { brandId, affiliateId, status } = finding;
  return {
    ...finding,
    ...indexKeys.byStatus(brandId, 'fraudFinding', status),
    ...indexKeys.byAffiliate(brandId, 'fraudFinding', affiliateId),
    ...indexKeys.byAffiliateAndStatus(brandId, 'fraudFinding', affiliateId, status),
  };
};

export const putFinding = (finding: FraudFinding): Write =>
  putNew({ ...findingKey(finding.brandId, finding.id), ...withIndexKeys(finding) }, staleWrite);

const setHolds = ({ brandId, id, revision }: Affiliate, fraudHolds: string | null): Write =>
  updateExisting(
    keys.item(brandId, 'affiliate', id),
    {
      set: { fraudHolds, revision: revision + 1 },
      condition: '#revision = :was',
      values: { was: revision },
    },
    staleWrite,
  );

/** Holds the further commissions of the creator, of one discount code if the finding is about it. */
export const holdCreator = (creator: Affiliate, finding: FraudFinding, discountId: string | null): Write =>
  setHolds(creator, withHold(creator.fraudHolds, finding.id, discountId));

export const releaseCreator = (creator: Affiliate, { id }: FraudFinding): readonly Write[] =>
  creator.fraudHolds?.includes(id) ? [setHolds(creator, withoutHold(creator.fraudHolds, id))] : [];

export const changeFinding = (before: FraudFinding, after: FraudFinding): Write =>
  changeItem(findingKey(before.brandId, before.id), withIndexKeys(before), withIndexKeys(after));
