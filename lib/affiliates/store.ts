// Reads and changes creators.
import { isDeepStrictEqual } from 'node:util';
import { checkStatusChange } from '#lib/affiliates/rules/status.ts';
import {
  type Affiliate,
  type AffiliateChanges,
  type AffiliateStatus,
  storedAffiliate,
} from '#lib/affiliates/schema.ts';
import { affiliateKey, changeAffiliate } from '#lib/affiliates/writes.ts';
import type { Brand } from '#lib/brands/schema.ts';
import type { Role } from '#lib/contract/role.ts';
import { toStoredRate } from '#lib/shared/rates.ts';
import { getExisting } from '#lib/table/existing.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { listQueryFor } from '#lib/table/list-query.ts';
import { type PageRequest, readList } from '#lib/table/pages.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { withSpreadTotals } from '#lib/table/totals.ts';
import { transact } from '#lib/table/transact.ts';

const parseWithTotals = async (found: Item) => storedAffiliate.parse(await withSpreadTotals(found));

export const getAffiliate = async (brandId: string, id: string): Promise<Affiliate> =>
  parseWithTotals(await getExisting(affiliateKey(brandId, id), 'affiliate'));

export function listAffiliates(
  brandId: string,
  { status }: { status?: AffiliateStatus | undefined },
  page: PageRequest,
) {
  const query = listQueryFor(brandId, 'affiliate', { status });
  const total = { scope: brandId, counter: 'affiliates', field: status ?? 'total' } as const;
  return readList(query, page, parseWithTotals, total);
}

export function updateAffiliate(
  id: string,
  changes: AffiliateChanges,
  brand: Brand,
  role: Role,
): Promise<Affiliate> {
  const newOverride =
    changes.commissionOverride &&
    toStoredRate(changes.commissionOverride, brand.currency, 'commissionOverride.value');
  return retryOnConflict(async () => {
    const before = await getAffiliate(brand.id, id);
    const after: Affiliate = {
      ...before,
      status: changes.status ?? before.status,
      name: changes.name ?? before.name,
      commissionOverride: newOverride === undefined ? before.commissionOverride : newOverride,
      revision: before.revision + 1,
    };
    checkStatusChange(before.status, after.status, role);
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before)) return before;
    await transact(changeAffiliate(before, after, brand));
    return after;
  });
}
