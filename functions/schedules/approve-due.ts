import { getBrand, listBrandIds } from '#lib/brands/store/lookup.ts';
import { approveDue } from '#lib/commissions/store/approval-run.ts';

/** Stop starting work 20 seconds before the timeout, so that running transactions can finish. */
const reserveMilliseconds = 20_000;

/** Concurrent runs are safe, and the next run continues with the remaining commissions. */
export async function handler(_: unknown, context: { getRemainingTimeInMillis(): number }): Promise<void> {
  const hasTime = () => context.getRemainingTimeInMillis() > reserveMilliseconds;
  await approveDue({ brandIds: await listBrandIds(), getBrand, hasTime });
}
