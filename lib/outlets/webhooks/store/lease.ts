// Lets only one worker at a time work for an endpoint. A worker that arrives while another works tells it to look again.
import { randomUUID } from 'node:crypto';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { updateIf } from '#lib/foundation/table/conditional.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import type { Changes, Expression } from '#lib/foundation/table/writes/expression.ts';
import type { Wake } from '#lib/outlets/webhooks/rules/wake.ts';
import { type Progress, storedProgress } from '#lib/outlets/webhooks/schema/stored.ts';
import { attemptMilliseconds } from './send.ts';

/** Longer than a batch, whose attempts run at the same time. Each batch renews the lease. */
export const leaseSeconds = (2 * attemptMilliseconds) / 1000;

const leaseEnd = (at: Date): string => addSeconds(at, leaseSeconds).toISOString();

export interface Lease {
  readonly wake: Wake;
  readonly owner: string;
}

const change = ({ brandId, endpointId }: Wake, changes: Changes & Expression) =>
  updateIf(webhookKeys.webhookProgress(brandId, endpointId), changes);

const isHeldBy = (owner: string) => ({ condition: '#owner = :owner', values: { owner } });

const attempts = 5;

/** Returns undefined if another worker works for the endpoint. That worker then looks again. */
export async function acquireLease(wake: Wake): Promise<(Lease & { progress: Progress }) | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const at = now();
    const owner = randomUUID();
    const acquired = await change(wake, {
      set: { owner, leaseUntil: leaseEnd(at) },
      remove: ['isAwaited'],
      condition: 'attribute_exists(#pk) AND (attribute_not_exists(#leaseUntil) OR #leaseUntil < :now)',
      values: { now: at.toISOString() },
    });
    if (acquired !== undefined) return { wake, owner, progress: storedProgress.parse(acquired) };
    const told = await change(wake, {
      set: { isAwaited: true },
      condition: '#leaseUntil >= :now',
      values: { now: at.toISOString() },
    });
    if (told !== undefined) return undefined;
  }
  throw unavailable(new Error('The lease of the endpoint changed on every attempt'));
}

/** Saves the progress and renews the lease. Returns false if the lease has ended. */
export async function saveProgress({ wake, owner }: Lease, progress: Progress): Promise<boolean> {
  const fields = { ...progress, leaseUntil: leaseEnd(now()) };
  const changed = await change(wake, { set: fields, ...isHeldBy(owner) });
  return changed !== undefined;
}

const release = ({ wake, owner }: Lease, progress: Progress, unless = ''): Promise<Item | undefined> =>
  change(wake, {
    set: progress,
    remove: ['owner', 'leaseUntil'],
    condition: `#owner = :owner${unless}`,
    values: { owner },
  });

/** Returns false if another worker has arrived since the last look, or if the lease has ended. */
export const releaseLease = async (lease: Lease, progress: Progress): Promise<boolean> =>
  (await release(lease, progress, ' AND attribute_not_exists(#isAwaited)')) !== undefined;

/** Also releases the lease if another worker has arrived. */
export async function handOver(lease: Lease, progress: Progress): Promise<void> {
  await release(lease, progress);
}

/** Releases the lease after a failure, without the progress of the failed batch. */
export async function dropLease({ wake, owner }: Lease): Promise<void> {
  await change(wake, { remove: ['owner', 'leaseUntil'], ...isHeldBy(owner) });
}

/** Forgets that another worker has arrived. Returns false if the lease has ended. */
export async function lookAgain({ wake, owner }: Lease): Promise<boolean> {
  const changed = await change(wake, { remove: ['isAwaited'], ...isHeldBy(owner) });
  return changed !== undefined;
}
