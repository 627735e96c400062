// Reads and changes creators.

import { isDeepStrictEqual } from 'node:util';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { VersionCheck } from '#lib/foundation/contract/conventions.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { withSpreadTotals } from '#lib/foundation/table/totals.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changedAffiliate } from '#lib/program/affiliates/rules/changed-affiliate.ts';
import { planFreeCodes } from '#lib/program/affiliates/rules/free-codes.ts';
import { newCode } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { checkStatusChange } from '#lib/program/affiliates/rules/status.ts';
import { trackingCodeTaken } from '#lib/program/affiliates/rules/taken.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { AffiliateChanges } from '#lib/program/affiliates/schema/endpoints.ts';
import { affiliateKey, changeAffiliate } from '#lib/program/affiliates/writes.ts';

export const parseAffiliate = async (found: Item) => storedAffiliate.parse(await withSpreadTotals(found));

export const getAffiliate = async (brandId: string, id: string): Promise<Affiliate> =>
  parseAffiliate(await getExisting(affiliateKey(brandId, id), 'affiliate'));

export function updateAffiliate(
  id: string,
  changes: AffiliateChanges,
  { brand, role }: { readonly brand: Brand; readonly role: Role },
  now: Date,
  checkVersion: VersionCheck<Affiliate>,
): Promise<Affiliate> {
  return retryOnConflict(async () => {
    const before = await getAffiliate(brand.id, id);
    const after = changedAffiliate(before, changes, brand, now);
    if (isSame(before, after)) return before;
    checkVersion?.(before);
    checkStatusChange(before.status, after.status, role);
    return writeChange(before, after, brand, now);
  });
}

export const isSame = (before: Affiliate, after: Affiliate): boolean =>
  isDeepStrictEqual({ ...after, revision: before.revision }, before);

/** Gives the creator a new tracking code if another creator has taken the code during a ban. */
async function writeChange(before: Affiliate, after: Affiliate, brand: Brand, now: Date): Promise<Affiliate> {
  try {
    await transact(changeAffiliate(before, after, brand, now));
    return after;
  } catch (error) {
    if (!isTrackingCodeTaken(error)) throw error;
    const withNewCode = { ...after, ...newCode(brand) };
    await transact(changeAffiliate(before, withNewCode, brand, now));
    return withNewCode;
  }
}

const isTrackingCodeTaken = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'tracking_code_taken';

interface Invitation {
  readonly caller: { readonly brand: Pick<Brand, 'id' | 'linkPrefix'> };
  readonly body: { readonly trackingCode?: string | undefined };
  readonly now: Date;
}

/** Adds free tracking codes to the error of an invitation whose code is taken. Returns any other error unchanged. */
export async function suggestTrackingCodes(
  error: DomainError,
  { caller, body, now }: Invitation,
): Promise<DomainError> {
  if (!isTrackingCodeTaken(error)) return error;
  const plan = planFreeCodes(body.trackingCode ?? '', caller.brand, now);
  return trackingCodeTaken(plan.parse(await getItems(plan.keys)));
}
