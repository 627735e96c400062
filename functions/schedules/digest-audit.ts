import { listBrandIds } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { forEachIsolated } from '#lib/foundation/shared/concurrency.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { digestTrail } from '#lib/record/events/store/digests.ts';

/** Starts no new digest this long before the timeout, so that the running one can finish. */
const reserveMilliseconds = 60_000;

/** Chains the entries of the days that have ended until the time runs out; the next run continues. Concurrent runs are safe. */
export async function handler(_: unknown, context: { getRemainingTimeInMillis(): number }): Promise<void> {
  const hasTime = () => context.getRemainingTimeInMillis() > reserveMilliseconds;
  await forEachIsolated(await listBrandIds(), {
    work: async (brandId) => {
      if (hasTime()) await digestTrail(brandId, now(), hasTime);
    },
    onFailure: (brandId, failure) =>
      logger.error('the audit trail of a brand could not be digested', { brandId, failure }),
  });
}
