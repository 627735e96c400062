import { getBrand, listBrandIds } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { forEachIsolated } from '#lib/foundation/shared/concurrency.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { queueDigests } from '#lib/outlets/creator-mails/store/digests.ts';
import { readById } from '#lib/outlets/figures/store/read-figures.ts';

/** Starts no further brand this long before the timeout, so that the current one can finish. */
const reserveMilliseconds = 60_000;

/** Queues the digests of brands whose day has ended; the next run continues. Concurrent runs are safe. */
export async function handler(_: unknown, context: { getRemainingTimeInMillis(): number }): Promise<void> {
  await forEachIsolated(await listBrandIds(), {
    work: async (brandId) => {
      if (context.getRemainingTimeInMillis() < reserveMilliseconds) return;
      await queueDigests(await getBrand(brandId), readById, now());
    },
    onFailure: (brandId, failure) =>
      logger.error('the digests of a brand could not be queued', { brandId, failure }),
  });
}
