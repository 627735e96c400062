// Processes payouts step by step: first in the request, then in the function that consumes the stream. docs/decisions/0033
import { brandTime } from '#lib/brands/rules/clock.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { isWorking } from '#lib/payouts/rules/payout.ts';
import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { type Clock, now } from '#lib/shared/clock.ts';
import { addMilliseconds } from '#lib/shared/dates.ts';
import { isUnavailable } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import { streamMilliseconds } from '#lib/shared/time-limit.ts';
import type { Change } from '#lib/streams/changes.ts';
import { pause } from '#lib/table/pause.ts';
import { drop } from './drop.ts';
import { finalize } from './finalize.ts';
import { clear, pay, release } from './finish.ts';
import { gather } from './gather.ts';
import { findPayout } from './payouts.ts';

function step(payout: Payout, at: Date): Promise<Payout> {
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

/** Takes at least one step for an unfinished payout, even after the deadline. `clock` is that of the brand. */
export async function advance(payout: Payout, deadline: Date, clock: Clock): Promise<Payout> {
  let current = payout;
  let idleSteps = 0;
  while (isWorking(current)) {
    const at = clock.now();
    const next = await step(current, at);
    idleSteps = next.revision === current.revision ? idleSteps + 1 : 0;
    if (idleSteps === maxIdleSteps) throw new NoProgress(`${payout.id} makes no progress`);
    if (idleSteps > 0) await pause(idleSteps);
    current = next;
    // After a write, the stream invokes us again, so stop at the deadline. Without a write, keep trying.
    if (idleSteps === 0 && clock.now() >= deadline) break;
  }
  return current;
}

/** A request works on its payout for this long, which is enough to finish a small payout. */
export const requestMilliseconds = 3000;

/** If the table is busy or the steps make no progress, returns the payout unfinished. The stream function then continues it. */
export async function advanceInRequest(payout: Payout, brand: Brand): Promise<Payout> {
  const clock = { now: () => brandTime(brand, now()) };
  try {
    return await advance(payout, addMilliseconds(clock.now(), requestMilliseconds), clock);
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof NoProgress)) throw error;
    logger.warn('a payout is left to the stream', { payoutId: payout.id, failure: error });
    return payout;
  }
}

function workingPayouts(changes: readonly Change[]): readonly Payout[] {
  const payouts = changes.flatMap(({ after }) =>
    after?.type === 'payout' ? [storedPayout.parse(after)] : [],
  );
  return [...new Map(payouts.filter(isWorking).map((payout) => [payout.id, payout])).values()];
}

/** Divides the time equally among the payouts. The stream invokes the function again after the last write to a payout. */
export async function continuePayouts(
  changes: readonly Change[],
  getClock: (brandId: string) => Promise<Clock>,
): Promise<void> {
  const payouts = workingPayouts(changes);
  const end = now().getTime() + streamMilliseconds;
  for (const [index, changed] of payouts.entries()) {
    const payout = await findPayout(changed.brandId, changed.id);
    const share = (end - now().getTime()) / (payouts.length - index);
    if (payout === undefined) continue;
    const clock = await getClock(payout.brandId);
    await advance(payout, addMilliseconds(clock.now(), share), clock);
  }
}
