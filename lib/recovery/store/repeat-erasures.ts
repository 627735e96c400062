// Repeats the erasures of personal data that a restore of the whole table has undone.
import { storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import { affiliateKey, changeAffiliate } from '#lib/affiliates/writes.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { erasedAffiliate, fromTheBeginning, personOf } from '#lib/privacy/rules/erasure.ts';
import { type Erasure, storedErasedPerson, storedErasure } from '#lib/privacy/schema/erasure.ts';
import { addErasure, changeErasure } from '#lib/privacy/writes.ts';
import type { RepeatedErasure, Repetition } from '#lib/recovery/rules/repetitions.ts';
import { getItems } from '#lib/table/client.ts';
import { erasurePartition, privacyKeys } from '#lib/table/keys/privacy-keys.ts';
import { partitionIn } from '#lib/table/other-table.ts';
import { retryOnConflict } from '#lib/table/retry-on-conflict.ts';
import { transact } from '#lib/table/transact.ts';

async function newestErasureOf(brandId: string, person: string): Promise<string | undefined> {
  const [found] = await getItems([privacyKeys.erasedPerson(brandId, person)]);
  return found === undefined ? undefined : storedErasedPerson.parse(found).erasureId;
}

async function addAgain(brand: Brand, erasure: Erasure, now: Date): Promise<Repetition> {
  const add = addErasure(fromTheBeginning(erasure), await newestErasureOf(brand.id, personOf(erasure)));
  if (erasure.affiliateId === null) {
    await transact(add);
    return 'repeated';
  }
  const [found] = await getItems([affiliateKey(brand.id, erasure.affiliateId)]);
  if (found === undefined) return 'absent';
  const before = storedAffiliate.parse(found);
  await transact([...changeAffiliate(before, erasedAffiliate(before), brand, now), ...add]);
  return 'repeated';
}

/** An erasure that was in progress at the restored time begins again, because the stream of the live table does not contain it. */
const repeatOne = (brand: Brand, erasure: Erasure, now: Date): Promise<Repetition> =>
  retryOnConflict(async () => {
    const [found] = await getItems([privacyKeys.erasure(brand.id, erasure.id)]);
    if (found === undefined) return addAgain(brand, erasure, now);
    const live = storedErasure.parse(found);
    if (live.phase === 'done') return 'complete';
    await transact([changeErasure(live, fromTheBeginning(live))]);
    return 'repeated';
  });

/** `earlierTable` is the table that the stage used before the restore. Safe to repeat. Returns one result for each of its erasures. */
export async function repeatErasures(
  brand: Brand,
  earlierTable: string,
  now: Date,
): Promise<readonly RepeatedErasure[]> {
  const erasures = await partitionIn(earlierTable, erasurePartition(brand.id));
  const results: RepeatedErasure[] = [];
  // In the order of their ids, so that the newest erasure of a customer is the last one.
  for (const item of erasures) {
    const erasure = storedErasure.parse(item);
    const repetition = await repeatOne(brand, erasure, now);
    results.push({ brandId: brand.id, erasureId: erasure.id, repetition });
  }
  return results;
}
