// One run over all brands: their commissions that are due approve themselves, as far as the time goes.
import type { Brand } from '#lib/brands/schema.ts';
import { now } from '#lib/shared/clock.ts';
import { runWorkers } from '#lib/shared/concurrency.ts';
import { afterSeconds } from '#lib/shared/dates.ts';
import { logger } from '#lib/shared/logger.ts';
import { moveCheckpoint, readCheckpoints } from './approval-checkpoints.ts';
import { approvalsDue, type Progress } from './approve-due.ts';

/**
 * What became due just now waits for the next run: a commission is seen in its list some time after its id was made, and
 * clocks differ. Longer than a request, and than its write can take.
 */
const settlingSeconds = 600;
const brandsAtOnce = 4;
/** Transactions of one brand before the next one has its turn: of many thousands, all others would wait for one. */
const stepsOfTurn = 40;

interface Run {
  readonly brandIds: readonly string[];
  readonly getBrand: (brandId: string) => Promise<Brand>;
  readonly hasTime: () => boolean;
}

export interface RunReport {
  readonly approved: number;
  readonly failed: number;
  /** Brands that are not through: time was over. */
  readonly left: number;
}

/** A brand's way through what is due; it ends with its checkpoint, unless something of it failed. */
async function* workOn(brandId: string, from: Date | undefined, until: Date, getBrand: Run['getBrand']) {
  let failed = 0;
  for await (const step of approvalsDue(await getBrand(brandId), from, until)) {
    failed += step.failed;
    yield step;
  }
  if (failed === 0) await moveCheckpoint(brandId, until);
}

interface Turn {
  readonly brandId: string;
  readonly steps: AsyncGenerator<Progress>;
}

/** Goes over all brands, those first that have waited longest. It throws once all is done where anything failed. */
export async function approveDue({ brandIds, getBrand, hasTime }: Run): Promise<RunReport> {
  const until = afterSeconds(now(), -settlingSeconds);
  const checkpoints = await readCheckpoints();
  const waitingSince = (brandId: string): number => checkpoints.get(brandId)?.getTime() ?? 0;
  const turns: Turn[] = brandIds
    .filter((brandId) => waitingSince(brandId) < until.getTime())
    .toSorted((one, other) => waitingSince(one) - waitingSince(other))
    .map((brandId) => ({
      brandId,
      steps: workOn(brandId, checkpoints.get(brandId), until, getBrand),
    }));
  const total = { approved: 0, failed: 0 };
  const errors: unknown[] = [];

  /** True where the brand is through. */
  const take = async ({ steps }: Turn): Promise<boolean> => {
    for (let step = 0; step < stepsOfTurn && hasTime(); step += 1) {
      const { done, value } = await steps.next();
      if (done === true) return true;
      total.approved += value.approved;
      total.failed += value.failed;
    }
    return false;
  };
  const work = async (turn: Turn): Promise<void> => {
    const isThrough = await take(turn).catch((error: unknown) => {
      logger.error('the commissions of a brand could not be approved', {
        brandId: turn.brandId,
        failure: error,
      });
      errors.push(error);
      return true;
    });
    if (!isThrough) turns.push(turn);
  };
  const next = () => (hasTime() ? turns.shift() : undefined);
  await runWorkers({ concurrency: brandsAtOnce, next, work });
  const report = { ...total, left: turns.length };
  logger.info('commissions approved', { ...report, brands: brandIds.length });
  if (errors.length > 0 || total.failed > 0) {
    throw new AggregateError(errors, `Failed: ${total.failed} commissions, ${errors.length} brands`);
  }
  return report;
}
