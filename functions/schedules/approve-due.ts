import { getBrand, listBrandIds } from '#lib/brands/store/lookup.ts';
import { approveDue } from '#lib/commissions/store/approval-run.ts';

/** Left over for what is under way when no more is begun. */
const reserveMilliseconds = 20_000;

/** Approves what is due of all brands; what time is too short for is the next run's. Two runs at once do no harm. */
export async function handler(_: unknown, context: { getRemainingTimeInMillis(): number }): Promise<void> {
  const hasTime = () => context.getRemainingTimeInMillis() > reserveMilliseconds;
  await approveDue({ brandIds: await listBrandIds(), getBrand, hasTime });
}
