// Works for one endpoint: sends what is due, batch after batch, and plans the next run.
import { now } from '#lib/foundation/shared/clock.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { timeLimit } from '#lib/foundation/shared/time-limit.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { type DeliveryBatch, maxJobs } from '#lib/outlets/webhooks/rules/delivery-batch.ts';
import type { Feed } from '#lib/outlets/webhooks/rules/feed.ts';
import { healthAfter, reasonToDisable } from '#lib/outlets/webhooks/rules/health.ts';
import { delayUntil, planned } from '#lib/outlets/webhooks/rules/plan.ts';
import type { Wake } from '#lib/outlets/webhooks/rules/wake.ts';
import type { Attempt } from '#lib/outlets/webhooks/schema/delivery.ts';
import { type Progress, storedEndpoint, storedSecrets } from '#lib/outlets/webhooks/schema/stored.ts';
import { attempt, type Target } from './attempts.ts';
import { readCreatorNames } from './creator-names.ts';
import { disableEndpoint, type ReadAdmins } from './disable.ts';
import { findBatch } from './find-batch.ts';
import {
  acquireLease,
  dropLease,
  handOver,
  type Lease,
  lookAgain,
  releaseLease,
  saveProgress,
} from './lease.ts';
import { sendWake } from './wakes.ts';

export interface Services {
  readonly feed: Feed;
  readonly readAdmins: ReadAdmins;
}

/** Shorter than the timeout of the function by more than a batch takes. */
export const runMilliseconds = 30_000;

async function readTarget({ brandId, endpointId }: Wake): Promise<Target | undefined> {
  const [endpoint, secrets] = await getItems([
    webhookKeys.webhookEndpoint(brandId, endpointId),
    webhookKeys.webhookSecrets(brandId, endpointId),
  ]);
  if (endpoint === undefined || secrets === undefined) return undefined;
  const target = { endpoint: storedEndpoint.parse(endpoint), secrets: storedSecrets.parse(secrets) };
  return target.endpoint.status === 'enabled' ? target : undefined;
}

interface Step {
  readonly progress: Progress;
  /** The time of the next run, or undefined to continue at once. */
  readonly pause: { readonly until: Date | undefined } | undefined;
}

const outcomeOf = ({ jobs }: DeliveryBatch, attempts: readonly Attempt[]) => {
  const [oldestEventAt = ''] = jobs.map(({ event }) => event.createdAt).toSorted();
  return { attempts, oldestEventAt };
};

/** Sends one batch. */
async function step(target: Target, progress: Progress, { feed, readAdmins }: Services): Promise<Step> {
  const { endpoint } = target;
  const at = now();
  const batch = await findBatch(endpoint, progress, feed, at);
  if (!batch.hasWork) return { progress, pause: { until: batch.nextAt } };
  const names = await readCreatorNames(endpoint, batch.jobs);
  const attempts: Attempt[] = [];
  await forEachConcurrently(batch.jobs, maxJobs, async (job) => {
    attempts.push(await attempt(target, job, names));
  });
  if (batch.writes.length > 0) await transact(batch.writes);
  const outcome = outcomeOf(batch, attempts);
  const health = attempts.length === 0 ? progress : healthAfter(progress, outcome, now());
  const after = { ...progress, ...health, sequence: batch.sequence };
  const reason = reasonToDisable(after, attempts, now());
  if (reason === undefined) return { progress: after, pause: undefined };
  const failingSince = after.failingFrom ?? outcome.oldestEventAt;
  await disableEndpoint(endpoint, reason, { at: now(), failingSince }, readAdmins);
  return { progress: after, pause: { until: undefined } };
}

/** Returns the progress to continue with if another worker has arrived, so that there may be more to do. */
async function end(lease: Lease, progress: Progress, until: Date | undefined): Promise<Progress | undefined> {
  const at = now();
  const next = planned(progress, until, at);
  if (next.isNew && until !== undefined) await sendWake(lease.wake, delayUntil(until, at));
  const after = { ...progress, nextWakeAt: next.at };
  if (await releaseLease(lease, after)) return undefined;
  return (await lookAgain(lease)) ? after : undefined;
}

async function work(
  lease: Lease,
  first: { readonly target: Target; readonly progress: Progress },
  services: Services,
): Promise<void> {
  const isOver = timeLimit(runMilliseconds);
  let target: Target | undefined = first.target;
  let { progress } = first;
  while (!isOver()) {
    const done: Step =
      target === undefined
        ? { progress, pause: { until: undefined } }
        : await step(target, progress, services);
    if (done.pause === undefined) {
      if (!(await saveProgress(lease, done.progress))) return;
      progress = done.progress;
    } else {
      const after = await end(lease, done.progress, done.pause.until);
      if (after === undefined) return;
      progress = after;
    }
    target = await readTarget(lease.wake);
  }
  // Another worker continues. It can begin before this call returns, so the lease must be free.
  await handOver(lease, progress);
  await sendWake(lease.wake);
}

/** Returns without work if the endpoint is disabled, or if another worker works for it. */
export async function runWorker(wake: Wake, services: Services): Promise<void> {
  const target = await readTarget(wake);
  if (target === undefined) return;
  const lease = await acquireLease(wake);
  if (lease === undefined) return;
  const { progress } = lease;
  try {
    await work(lease, { target, progress }, services);
  } catch (error) {
    // The message is delivered again, and its worker must not wait for the end of this lease.
    await dropLease(lease);
    throw error;
  }
}
