// Decides how to apply a difference to the order as it is now, which can have changed since the comparison.
import { isDeepStrictEqual } from 'node:util';
import type { Difference } from '#lib/shops/comparisons/schema/stored.ts';
import type { Correction, RecordedOrder } from '#lib/shops/orders/rules/correction.ts';
import { changesOf, correctionsOf } from './compare.ts';
import type { FileOrder } from './file-order.ts';
import type { Stamp } from './refunds.ts';

const again: readonly Correction[] = [
  {
    kind: 'impossible',
    reason: 'The order has changed since the comparison: compare it with a newer export',
  },
];

/** A shop can have deleted the order, or the file was incomplete. */
const unknownInShop = 'Unknown in the export of the shop';

function repairsOfUnknown(
  { seenRevision }: Difference,
  recorded: RecordedOrder | undefined,
): readonly Correction[] {
  if (recorded === undefined || recorded.conversion.canceledAt !== null) return [];
  if (recorded.conversion.revision !== seenRevision) return again;
  return [{ kind: 'cancel', reason: unknownInShop }];
}

/** Its refunds follow after it was recorded. */
function repairsOfMissing(
  file: FileOrder,
  recorded: RecordedOrder | undefined,
  stamp: Stamp,
): readonly Correction[] {
  if (recorded === undefined) return [{ kind: 'create' }];
  const corrections = correctionsOf(recorded, file, stamp);
  return corrections.every(({ kind }) => kind === 'refund') ? corrections : again;
}

/** A part of the changes can be done already, for example by a worker that was killed. Another change was never shown to a person. */
function repairsOfDifferent(
  difference: Difference,
  file: FileOrder,
  recorded: RecordedOrder | undefined,
  stamp: Stamp,
): readonly Correction[] {
  if (recorded === undefined) return again;
  const corrections = correctionsOf(recorded, file, stamp);
  const changes = corrections.flatMap((one) => changesOf(one, recorded, file));
  const isShown = changes.every((change) =>
    difference.changes.some((shown) => isDeepStrictEqual({ ...shown }, change)),
  );
  return isShown ? corrections : again;
}

/** `file` is the order in the file, which an unknown order does not have. */
export const repairsOf =
  (difference: Difference, file: FileOrder | undefined, stamp: Stamp) =>
  (recorded: RecordedOrder | undefined): readonly Correction[] => {
    if (difference.kind === 'unknown') return repairsOfUnknown(difference, recorded);
    if (file === undefined) return again;
    return difference.kind === 'missing'
      ? repairsOfMissing(file, recorded, stamp)
      : repairsOfDifferent(difference, file, recorded, stamp);
  };
