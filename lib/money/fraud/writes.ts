// Builds the writes of fraud findings.
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { indexKeys, keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';
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
  putNew({ ...findingKey(finding.brandId, finding.id), ...withIndexKeys(finding) });

export const changeFinding = (before: FraudFinding, after: FraudFinding): Write =>
  changeItem(findingKey(before.brandId, before.id), withIndexKeys(before), withIndexKeys(after));
