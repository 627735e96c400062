// Finds the declaration of an item for the restore of a brand. docs/decisions/0121
import { type Restore, sample } from '#lib/foundation/contract/stored-item.ts';
import { partsAfterBrand } from '#lib/foundation/table/keys/keys.ts';
import { declaredItems } from './items.ts';

type Treatment = NonNullable<Restore>;

/** The words of partitions are in capital letters, such as `MEMBER` in `brd_01#cmp_01#MEMBER`. The last one decides. */
const treatments: ReadonlyMap<string, Treatment> = new Map(
  declaredItems.flatMap(([, { example, restore }]): readonly [string, Treatment][] => {
    const word = partsAfterBrand(sample.brand, example.pk).findLast((part) => /^[A-Z_]+$/.test(part));
    return restore === null || word === undefined ? [] : [[word, restore]];
  }),
);

/** The brand's own item. Some of its fields are kept (kept-fields.ts). */
export const kindOfBrand = 'BRAND';

/** The counters of items that are kept. */
const keptCounters = ['apiKeys', 'users', 'webhookEndpoints', 'connections'];

export interface Place {
  /** The name of the items in the summary. */
  readonly kind: string;
  readonly treatment: Treatment;
}

/** Throws for a partition of no declared item, because a wrong guess would damage data. */
export function placeOf(brandId: string, pk: string): Place {
  if (pk === brandId) return { kind: kindOfBrand, treatment: 'restored' };
  const parts = partsAfterBrand(brandId, pk);
  const index = parts.findLastIndex((part) => treatments.has(part));
  const kind = parts[index] ?? '';
  const treatment = treatments.get(kind);
  if (treatment === undefined)
    throw new Error(`The partition ${pk} has no rule for a restore: declare its item in an items.ts of lib`);
  if (kind === 'COUNT' && keptCounters.includes(parts[index + 1] ?? '')) return { kind, treatment: 'kept' };
  return { kind, treatment };
}
