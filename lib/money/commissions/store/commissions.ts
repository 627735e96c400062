// Reads and writes commissions.

import { erasedRevision } from '#lib/foundation/contract/personal-fields.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { getExisting } from '#lib/foundation/table/existing.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { commissionChangeEntries } from '#lib/money/commissions/rules/ledger-entries.ts';
import { approve, reject } from '#lib/money/commissions/rules/status.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { changeCommission, commissionKey } from '#lib/money/commissions/writes.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';

export const getCommission = async (brandId: string, id: string): Promise<Commission> =>
  storedCommission.parse(await getExisting(commissionKey(brandId, id), 'commission'));

export const parseCommission = (found: Item): Commission => storedCommission.parse(found);

type Change = (before: Commission, now: Date) => Commission | Promise<Commission>;

/** Returns no writes if the commission does not change. */
export async function prepareChange(brandId: string, id: string, now: Date, change: Change) {
  const before = await getCommission(brandId, id);
  const after = await change(before, now);
  if (after === before) return { after, writes: [] };
  const entries = commissionChangeEntries(before, after, now);
  return { after, writes: [changeCommission(before, after), ...postEntries(entries)] };
}

export const updateCommission = (
  brandId: string,
  id: string,
  now: Date,
  change: Change,
): Promise<Commission> =>
  retryOnConflict(async () => {
    const { after, writes } = await prepareChange(brandId, id, now, change);
    if (writes.length > 0) await transact(writes);
    return after;
  });

type Check = (before: Commission) => void;

const noCheck: Check = () => {};

/** `check` throws for a commission that must not be decided. A decision that is repeated needs no check. */
export const approveCommission = (
  brandId: string,
  id: string,
  approvedBy: string,
  now: Date,
  check = noCheck,
) =>
  updateCommission(brandId, id, now, (before) => {
    if (before.status !== 'approved') check(before);
    return approve(before, approvedBy, now);
  });

/** An erasure that has ended would miss a later text about its creator. */
async function withoutErased({ brandId, affiliateId }: Commission, reason: string): Promise<string | null> {
  const [creator] = await getItems([keys.item(brandId, 'affiliate', affiliateId)]);
  return creator?.[erasedRevision] === undefined ? reason : null;
}

export const rejectCommission = (brandId: string, id: string, reason: string, now: Date, check = noCheck) =>
  updateCommission(brandId, id, now, async (before) => {
    if (before.status !== 'rejected') check(before);
    return reject(before, await withoutErased(before, reason));
  });
