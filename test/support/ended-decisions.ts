// Ends the bulk decisions of a brand without their worker.
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';

/** Lets a brand of many tests request more bulk decisions. */
export const endDecisions = (brandId: string): Promise<void> =>
  transact(
    (['approve', 'reject'] as const).map((decision) => ({
      kind: 'delete',
      key: keys.runningDecision(brandId, decision),
    })),
  );
