// Reconciles a brand in one or more passes.
import { readCounter } from '#lib/foundation/table/counters.ts';
import { ledgerShards } from '#lib/foundation/table/keys/money-keys.ts';
import { type Reconciliation, reconcilePass } from './reconcile-pass.ts';

/** Limits the memory of one pass: each record takes about 0.5 KB. */
const maxRecordsPerPass = 200_000;

/** Divides the records among the passes by the last character of the id. It is random, so the passes have similar sizes. */
function sharesFor(records: number, maxRecords: number): readonly (readonly string[])[] {
  const count = Math.min(ledgerShards.length, Math.max(1, Math.ceil(records / maxRecords)));
  return Array.from({ length: count }, (_, share) =>
    ledgerShards.filter((__, index) => index % count === share),
  );
}

export async function reconcileBrand(
  brandId: string,
  maxRecords = maxRecordsPerPass,
): Promise<Reconciliation> {
  const { total = 0 } = await readCounter(brandId, 'conversions');
  const [first = [], ...others] = sharesFor(total, maxRecords);
  const runPass = (characters: readonly string[], includesTotals: boolean) =>
    reconcilePass(brandId, { includesTotals, isInShare: (id) => characters.includes(id.slice(-1)) });
  let reconciliation = await runPass(first, true);
  for (const share of others) {
    const { compared, moving, differences } = await runPass(share, false);
    reconciliation = {
      ...reconciliation,
      compared: reconciliation.compared + compared,
      moving: reconciliation.moving + moving,
      differences: [...reconciliation.differences, ...differences],
    };
  }
  return reconciliation;
}
