import { getBrand, listBrandIds } from '#lib/access/brands/store/lookup.ts';
import { runAs } from '#lib/foundation/shared/actor.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';

/** Starts no new work this long before the timeout, so that running transactions can finish. */
const reserveMilliseconds = 20_000;

/** Approves due commissions until the time runs out; the next run approves the rest. Concurrent runs are safe. */
export async function handler(_: unknown, context: { getRemainingTimeInMillis(): number }): Promise<void> {
  const hasTime = () => context.getRemainingTimeInMillis() > reserveMilliseconds;
  await runAs({ id: 'schedule' }, async () =>
    approveDue({ brandIds: await listBrandIds(), getBrand, hasTime }),
  );
}
