// Payouts go on, step after step, until they rest: the request that began it for a moment, then the stream's function, which
// every step calls again. docs/decisions/0033

import { isWorking } from '#lib/payouts/rules/payout.ts';
import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { now } from '#lib/shared/clock.ts';
import { isUnavailable } from '#lib/shared/errors.ts';
import { logger } from '#lib/shared/logger.ts';
import type { Change } from '#lib/streams/changes.ts';
import { pause } from '#lib/table/pause.ts';
import { releaseDropped, finalizeLines } from './finalize.ts';
import { deleteLines, payBatch, releaseBatch } from './finish.ts';
import { claimNext } from './gather.ts';
import { findPayout } from './payouts.ts';

/** One step: one transaction. The payout after it, or as another worker has left it. */
function step(payout: Payout, at: Date): Promise<Payout> {
  const { work } = payout;
  switch (work?.phase) {
    case 'gather':
      return claimNext(payout, work, at);
    case 'finalize':
      return finalizeLines(payout, work, at);
    case 'drop':
      return releaseDropped(payout, work, at);
    case 'pay':
      return payBatch(payout, work, at);
    case 'clear':
      return deleteLines(payout, work, at);
    case 'release':
      return releaseBatch(payout, work, at);
    default:
      throw new Error(`${payout.id} is ${payout.status}, and nothing says what is to be done`);
  }
}

/** Steps are looked for, and none can be taken. */
class Standstill extends Error {}

/** A transaction's writes are seen at about the same moment: what is not seen yet is looked for again so often. */
const looks = 10;

/** Takes steps until the payout rests, or it is that late; at least one where it does not rest. */
export async function advance(payout: Payout, until: Date): Promise<Payout> {
  let current = payout;
  let idle = 0;
  while (isWorking(current)) {
    const at = now();
    const next = await step(current, at);
    idle = next.revision === current.revision ? idle + 1 : 0;
    if (idle === looks) throw new Standstill(`${payout.id} does not get on`);
    if (idle > 0) await pause(idle);
    current = next;
    // Whoever has changed something leaves it to whom the change calls; a look that changed nothing calls nobody.
    if (idle === 0 && now() >= until) break;
  }
  return current;
}

/** As long as a request works on a payout: a small one has come to its end by then. */
const requestMilliseconds = 3000;

/** The same for a request that began then. Where the table is busy, or nothing moves, the payout goes on without it. */
export async function advanceInRequest(payout: Payout, begun: Date): Promise<Payout> {
  try {
    return await advance(payout, new Date(begun.getTime() + requestMilliseconds));
  } catch (error) {
    if (!isUnavailable(error) && !(error instanceof Standstill)) throw error;
    logger.warn('a payout is left to the stream', { payoutId: payout.id, failure: error });
    return payout;
  }
}

/** What changes of the table say that there is to be gone on with, each once. */
function working(changes: readonly Change[]): readonly Payout[] {
  const payouts = changes.flatMap(({ after }) =>
    after?.type === 'payout' ? [storedPayout.parse(after)] : [],
  );
  return [...new Map(payouts.filter(isWorking).map((payout) => [payout.id, payout])).values()];
}

/** As long as the stream's function works on payouts: far from the minute that it has. */
const streamMilliseconds = 10_000;

/**
 * Goes on with all payouts that changes are of, each for its share of the time. What is at rest by now was a change that
 * others have followed. What does not rest then has changed once more, and comes again by that.
 */
export async function continuePayouts(changes: readonly Change[]): Promise<void> {
  const payouts = working(changes);
  const end = now().getTime() + streamMilliseconds;
  for (const [index, changed] of payouts.entries()) {
    const payout = await findPayout(changed.brandId, changed.id);
    const share = (end - now().getTime()) / (payouts.length - index);
    if (payout !== undefined) await advance(payout, new Date(now().getTime() + share));
  }
}
