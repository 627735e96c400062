// Verifies the domain of a brand's links without DNS.
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { claimChangedDomain } from '#lib/access/brands/writes.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';

export async function verifyLinkDomain(brandId: string, domain: string): Promise<void> {
  const before = await getBrand(brandId);
  const after = { ...before, linkDomain: { domain, verifiedAt: now().toISOString() } };
  await transact([changeItem(keys.brand(brandId), before, after), ...claimChangedDomain(before, after)]);
}
