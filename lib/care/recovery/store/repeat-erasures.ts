// Repeats the erasures of personal data that a restore of the whole table has undone, and those that the stream does not continue.

import type { Brand } from '#lib/access/brands/schema.ts';
import { erasedAffiliate, personOf, restarted } from '#lib/care/privacy/rules/erasure.ts';
import { type Erasure, storedErasedPerson, storedErasure } from '#lib/care/privacy/schema/erasure.ts';
import { addErasure, changeErasure } from '#lib/care/privacy/writes.ts';
import type { RepeatedErasure, Repetition } from '#lib/care/recovery/rules/repetitions.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { erasurePartition, privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import { partitionIn } from '#lib/foundation/table/other-table.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey, changeAffiliate } from '#lib/program/affiliates/writes.ts';
import { liveTable } from './pairs.ts';

interface Repeat {
  readonly brand: Brand;
  /** The table that the stage used before the restore. Undefined to repeat only erasures of the live table that do not proceed. */
  readonly earlierTable: string | undefined;
  readonly now: Date;
  /** Called before the first repetition, because an erasure finds the events of a person by their copies. */
  readonly copyEvents: (brandId: string) => Promise<void>;
}

const millisecondsOfProgress = 3_600_000;

/** An erasure usually takes some seconds. A restart would repeat the work that is done. */
function isInProgress({ createdAt, restartedAt }: Erasure, { earlierTable, now }: Repeat): boolean {
  const begin = restartedAt ?? (earlierTable === undefined ? createdAt : undefined);
  return begin !== undefined && now.getTime() - Date.parse(begin) < millisecondsOfProgress;
}

async function newestErasureOf(brandId: string, person: string): Promise<string | undefined> {
  const [found] = await getItems([privacyKeys.erasedPerson(brandId, person)]);
  return found === undefined ? undefined : storedErasedPerson.parse(found).erasureId;
}

async function addAgain(erasure: Erasure, { brand, now }: Repeat): Promise<Repetition> {
  const again = { ...restarted(erasure, now), revision: 0 };
  const add = addErasure(again, await newestErasureOf(brand.id, personOf(erasure)));
  if (erasure.affiliateId === null) {
    await transact(add);
    return 'repeated';
  }
  const [found] = await getItems([affiliateKey(brand.id, erasure.affiliateId)]);
  if (found === undefined) return 'absent';
  const before = storedAffiliate.parse(found);
  await transact([...changeAffiliate(before, erasedAffiliate(before, now), brand, now), ...add]);
  return 'repeated';
}

/** An erasure that was in progress at the restored time begins again, because the stream of the live table does not contain it. */
const repeatOne = (erasure: Erasure, repeat: Repeat): Promise<Repetition> =>
  retryOnConflict(async () => {
    const [found] = await getItems([privacyKeys.erasure(repeat.brand.id, erasure.id)]);
    if (found === undefined) return addAgain(erasure, repeat);
    const live = storedErasure.parse(found);
    if (live.phase === 'done') return 'complete';
    if (isInProgress(live, repeat)) return 'inProgress';
    await transact([changeErasure(live, restarted(live, repeat.now))]);
    return 'repeated';
  });

/** Safe to repeat. Returns one result for each erasure. */
export async function repeatErasures(repeat: Repeat): Promise<readonly RepeatedErasure[]> {
  const { brand, earlierTable = liveTable } = repeat;
  const erasures = (await partitionIn(earlierTable, erasurePartition(brand.id))).map((item) =>
    storedErasure.parse(item),
  );
  const live = await getItems(erasures.map(({ id }) => privacyKeys.erasure(brand.id, id)));
  const complete = new Set(live.flatMap((item) => (item?.phase === 'done' ? String(item.id) : [])));
  if (complete.size < erasures.length) await repeat.copyEvents(brand.id);
  const results: RepeatedErasure[] = [];
  // In the order of their ids, so that the newest erasure of a customer is the last one.
  for (const erasure of erasures) {
    const repetition = complete.has(erasure.id) ? 'complete' : await repeatOne(erasure, repeat);
    results.push({ brandId: brand.id, erasureId: erasure.id, repetition });
  }
  return results;
}
