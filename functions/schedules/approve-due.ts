import { getBrand, listBrandIds } from '#lib/brands/store/lookup.ts';
import { approveDue } from '#lib/commissions/store/approval-run.ts';

/** Starts no more work in the last 20 seconds, so that running transactions can finish. */
const reserveMilliseconds = 20_000;

/** Approves the due commissions of all brands. The next run continues with the rest. Concurrent runs are safe. */
export async function handler(_: unknown, context: { getRemainingTimeInMillis(): number }): Promise<void> {
  const hasTime = () => context.getRemainingTimeInMillis() > reserveMilliseconds;
  await approveDue({ brandIds: await listBrandIds(), getBrand, hasTime });
}
