// Changing a creator by hand: its status, its override, its name.
import { isDeepStrictEqual } from 'node:util';
import { checkStatusChange, countMoves, takesPlace } from '#lib/affiliates/rules/status.ts';
import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import type { Affiliate, AffiliateChanges } from '#lib/affiliates/schema.ts';
import type { Brand } from '#lib/brands/schema.ts';
import type { Role } from '#lib/contract/role.ts';
import { toStoredRate } from '#lib/shared/rates.ts';
import { indexKeys, keys } from '#lib/table/keys/keys.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';
import { incrementCounter } from '#lib/table/writes/counters.ts';
import { setAll } from '#lib/table/writes/expression.ts';
import { staleWrite, updateExisting, type Write } from '#lib/table/writes/write.ts';
import { affiliateKey, getAffiliate, placeIn } from './affiliates.ts';

/** Changes a creator, and with its status the counts and what its tracking code says. */
export function updateAffiliate(
  id: string,
  changes: AffiliateChanges,
  brand: Brand,
  role: Role,
): Promise<Affiliate> {
  const given = changes.commissionOverride;
  const commissionOverride = given && toStoredRate(given, brand.currency, 'commissionOverride.value');
  return retryOnConflict(async () => {
    const before = await getAffiliate(brand.id, id);
    const after: Affiliate = {
      ...before,
      status: changes.status ?? before.status,
      name: changes.name ?? before.name,
      commissionOverride: commissionOverride === undefined ? before.commissionOverride : commissionOverride,
      revision: before.revision + 1,
    };
    checkStatusChange(before.status, after.status, role);
    if (isDeepStrictEqual({ ...after, revision: before.revision }, before)) return before;
    // The item first: where it has changed meanwhile, that is what is told, and not a limit that it was held against.
    await transact([changeItem(before, after), ...statusWrites(before, after, brand)]);
    return after;
  });
}

function changeItem(before: Affiliate, after: Affiliate): Write {
  const { brandId, id, status, name, commissionOverride, revision } = after;
  const indexed = indexKeys.byStatus(brandId, 'affiliate', status);
  const fields = { status, name, commissionOverride, revision, ...indexed };
  const values = { ...fields, was: before.revision };
  return updateExisting(
    affiliateKey(brandId, id),
    { update: setAll(fields), condition: '#revision = :was', values },
    staleWrite,
  );
}

function statusWrites(before: Affiliate, after: Affiliate, brand: Brand): readonly Write[] {
  if (before.status === after.status) return [];
  const takesAnother = takesPlace(after.status) && !takesPlace(before.status);
  return [
    incrementCounter(
      brand.id,
      'affiliates',
      after.id,
      countMoves(before.status, after.status),
      takesAnother ? placeIn(brand) : undefined,
    ),
    updateExisting(keys.trackingCode(normalizeTrackingCode(after.trackingCode)), {
      update: 'SET #status = :status',
      values: { status: after.status },
    }),
  ];
}
