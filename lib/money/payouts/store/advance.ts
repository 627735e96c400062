// Processes payouts step by step: first in the request, then in the worker behind the queue. docs/decisions/0033, docs/decisions/0128
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { pause } from '#lib/foundation/aws/pause.ts';
import { type Clock, now } from '#lib/foundation/shared/clock.ts';
import { isUnavailable } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { timeLimit } from '#lib/foundation/shared/time-limit.ts';
import { isWorking } from '#lib/money/payouts/rules/statuses.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';
import { drop } from './drop.ts';
import { finalize } from './finalize.ts';
import { clear, pay, release, reopen } from './finish.ts';
import { gather } from './gather.ts';
import { mark } from './mark.ts';
import type { StepResult } from './step.ts';

function step(payout: Payout, at: Date): Promise<StepResult> {
  const { work } = payout;
  switch (work?.phase) {
    case 'gather':
      return gather(payout, work, at);
    case 'finalize':
      return finalize(payout, work, at);
    case 'drop':
      return drop(payout, work, at);
    case 'pay':
      return pay(payout, work, at);
    case 'reopen':
      return reopen(payout, work, at);
    case 'mark':
      return mark(payout, work, at);
    case 'clear':
      return clear(payout, work, at);
    case 'release':
      return release(payout, work, at);
    default:
      throw new Error(`${payout.id} is ${payout.status}, but has no work left`);
  }
}

class NoProgress extends Error {}

/** Gives up after this many steps without progress. A step cannot progress while it sees only a part of another transaction. */
const maxIdleSteps = 10;

/** Repeats a step until this worker or another one has changed the payout. `clock` is that of the brand. */
export async function takeStep(payout: Payout, clock: Clock): Promise<StepResult> {
  for (let idleSteps = 1; ; idleSteps += 1) {
    const result = await step(payout, clock.now());
    if (result.payout.revision !== payout.revision) return result;
    if (idleSteps === maxIdleSteps) throw new NoProgress(`${payout.id} makes no progress`);
    await pause(idleSteps);
  }
}

/**
 * Takes at least one step for an unfinished payout, even if the time is over. `clock` is that of the brand. `hasWork` is narrower for
 * an endpoint whose role does not allow the steps of all statuses.
 */
export async function advance(
  payout: Payout,
  isOver: () => boolean,
  clock: Clock,
  hasWork: (payout: Payout) => boolean = isWorking,
): Promise<Payout> {
  let current = payout;
  while (hasWork(current)) {
    current = (await takeStep(current, clock)).payout;
    if (isOver()) break;
  }
  return current;
}

/** A request works on its payout for this long, which is enough to finish a small payout. */
export const requestMilliseconds = 3000;

/** If the table is busy or the steps make no progress, returns the payout unfinished. A worker then continues it. */
export async function advanceInRequest(
  payout: Payout,
  brand: Brand,
  hasWork: (payout: Payout) => boolean = isWorking,
): Promise<Payout> {
  const clock = { now: () => brandTime(brand, now()) };
  try {
    return await advance(payout, timeLimit(requestMilliseconds), clock, hasWork);
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof NoProgress)) throw error;
    logger.warn('a payout is left to the queue', { payoutId: payout.id, failure: error });
    return payout;
  }
}
