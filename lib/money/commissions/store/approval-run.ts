// Runs the automatic approval for all brands within the available time.
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { runWorkers } from '#lib/foundation/shared/concurrency.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import { monthConsumer } from '#lib/program/terms/rules/month-consumer.ts';
import { type Checkpoint, moveCheckpoint, readCheckpoints, unreadable } from './approval-checkpoints.ts';
import { approveDueOfBrand, type Progress } from './approve-due.ts';
import { settleSince } from './settle-months.ts';

/**
 * A run omits commissions that became due this recently. The index may not show all of them yet (a request may still run, or
 * clocks may differ), and the checkpoint would skip the missing ones forever.
 */
export const settlingSeconds = 600;
const concurrentBrands = 4;
/** A worker continues with the next brand after this many batches, so that a large brand does not delay the others. */
const stepsPerTurn = 40;

interface ApprovalRun {
  readonly brandIds: readonly string[];
  readonly getBrand: (brandId: string) => Promise<Brand>;
  readonly hasTime: () => boolean;
}

interface RunReport {
  readonly approved: number;
  readonly failed: number;
  readonly left: number;
}

interface Checkpoints {
  readonly checkpoint: Checkpoint | undefined;
  /** Undefined if the brand has no tiers and no monthly cap. */
  readonly settled: Checkpoint | undefined;
}

/**
 * When all due commissions are processed, moves the checkpoint to `realUntil`, in the time of the brand. Keeps the checkpoint if a commission failed, so that
 * the next run retries it. Without a readable checkpoint, begins with the oldest commission. Then settles the months that changed.
 */
async function* approveBrand(
  brandId: string,
  { checkpoint, settled }: Checkpoints,
  realUntil: Date,
  getBrand: ApprovalRun['getBrand'],
) {
  const brand = await getBrand(brandId);
  const until = brandTime(brand, realUntil);
  const from = checkpoint instanceof Date ? checkpoint : undefined;
  let failed = 0;
  for await (const step of approveDueOfBrand(brand, from, until)) {
    failed += step.failed;
    yield step;
  }
  if (failed === 0) await moveCheckpoint(brandId, until, checkpoint);
  yield* settleSince(brand, settled, { until, clock: () => brandTime(brand, now()) });
  if (checkpoint === unreadable)
    throw new Error('The checkpoint was unreadable, so the run began with the oldest commission');
}

interface Turn {
  readonly brandId: string;
  readonly steps: AsyncGenerator<Progress>;
}

async function planTurns({ brandIds, getBrand }: ApprovalRun, until: Date): Promise<Turn[]> {
  const [checkpoints, settled] = await Promise.all([readCheckpoints(), readCheckpoints(monthConsumer)]);
  const waitingSince = (brandId: string): number => {
    const checkpoint = checkpoints.get(brandId);
    return checkpoint instanceof Date ? checkpoint.getTime() : 0;
  };
  return (
    brandIds
      // The checkpoint of a test twin can be ahead of the real time.
      .filter((brandId) => isTwinId(brandId) || waitingSince(brandId) < until.getTime())
      .toSorted((one, other) => waitingSince(one) - waitingSince(other))
      .map((brandId) => ({
        brandId,
        steps: approveBrand(
          brandId,
          { checkpoint: checkpoints.get(brandId), settled: settled.get(brandId) },
          until,
          getBrand,
        ),
      }))
  );
}

/** If a brand or a commission fails, continues with the others and throws at the end. */
export async function approveDue(run: ApprovalRun): Promise<RunReport> {
  const turns = await planTurns(run, addSeconds(now(), -settlingSeconds));
  const total = { approved: 0, failed: 0 };
  const errors: unknown[] = [];

  const takeTurn = async ({ steps }: Turn): Promise<boolean> => {
    for (let step = 0; step < stepsPerTurn && run.hasTime(); step += 1) {
      const { done, value } = await steps.next();
      if (done === true) return true;
      total.approved += value.approved;
      total.failed += value.failed;
    }
    return false;
  };
  const work = async (turn: Turn): Promise<void> => {
    const isFinished = await takeTurn(turn).catch((error: unknown) => {
      logger.error('the commissions of a brand could not be approved', {
        brandId: turn.brandId,
        failure: error,
      });
      errors.push(error);
      return true;
    });
    if (!isFinished) turns.push(turn);
  };
  const next = () => (run.hasTime() ? turns.shift() : undefined);
  await runWorkers({ concurrency: concurrentBrands, next, work });
  const report = { ...total, left: turns.length };
  logger.info('commissions approved', { ...report, brands: run.brandIds.length });
  if (errors.length > 0 || total.failed > 0) {
    throw new AggregateError(errors, `Failed: ${total.failed} commissions, ${errors.length} brands`);
  }
  return report;
}
