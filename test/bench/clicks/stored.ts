// Counts the stored clicks directly from the table.

import { verdictsOf } from '#lib/clicks/tracking/rules/verdicts.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';

type Counts = Record<string, number>;

export interface Stored {
  readonly entries: number;
  readonly counts: Readonly<Counts>;
}

/** Imports lazily, because modules of the service read the environment when they load. */
export async function storedClicks(brandId: string): Promise<Stored> {
  const [{ itemsOfType }, { storedVisit }, { visitType }, { filterReasons }] = await Promise.all([
    import('#test/support/items.ts'),
    import('#lib/clicks/tracking/schema/stored.ts'),
    import('#lib/clicks/tracking/rules/visit.ts'),
    import('#lib/clicks/tracking/rules/click-kinds.ts'),
  ]);
  const visits = (await itemsOfType(visitType)).filter((item: Item) => item.brandId === brandId);
  const verdicts = visits.flatMap((item) => verdictsOf(storedVisit.parse(item)));
  const counts: Counts = { clicks: 0, uniqueClicks: 0 };
  for (const reason of filterReasons) counts[reason] = 0;
  for (const { reason, isUnique } of verdicts) {
    const name = reason ?? 'clicks';
    counts[name] = (counts[name] ?? 0) + 1;
    if (isUnique) counts.uniqueClicks = (counts.uniqueClicks ?? 0) + 1;
  }
  return { entries: verdicts.length, counts };
}
