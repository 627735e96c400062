// Adds the entries of the search to creators of earlier releases.
import { searchEntriesOf } from '#lib/affiliates/rules/search-entries.ts';
import { type Affiliate, storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import { affiliateKey, putSearchEntries } from '#lib/affiliates/writes.ts';
import { forEachConcurrently } from '#lib/shared/concurrency.ts';
import { getItems } from '#lib/table/client.ts';
import { collectionPartition } from '#lib/table/keys/keys.ts';
import { queryPages } from '#lib/table/query-pages.ts';
import { tryTransact } from '#lib/table/transact.ts';
import type { Write } from '#lib/table/writes/write.ts';

const concurrentWrites = 16;

const lacksEntries = async (affiliate: Affiliate): Promise<boolean> =>
  (await getItems(searchEntriesOf(affiliate).map(({ pk, sk }) => ({ pk, sk })))).includes(undefined);

/** A refused transaction needs no repeat, because the change of the creator that came first has written the entries. */
async function addEntries(affiliate: Affiliate): Promise<void> {
  const isUnchanged: Write = {
    kind: 'check',
    key: affiliateKey(affiliate.brandId, affiliate.id),
    condition: '#revision = :revision',
    values: { revision: affiliate.revision },
  };
  await tryTransact([isUnchanged, ...putSearchEntries(affiliate)]);
}

/** Safe to repeat. Returns how many creators lacked entries. */
export async function indexSearch(brandId: string): Promise<number> {
  let changed = 0;
  for await (const page of queryPages({ partition: collectionPartition(brandId, 'affiliate') })) {
    await forEachConcurrently(page, concurrentWrites, async (item) => {
      const affiliate = storedAffiliate.parse(item);
      if (!(await lacksEntries(affiliate))) return;
      await addEntries(affiliate);
      changed += 1;
    });
  }
  return changed;
}
