// Creates reconciliations and differences, and decides their states.
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict, invalidField } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { fileDays } from '#lib/outlets/exports/rules/file-days.ts';
import type { ReconciliationInput } from '#lib/shops/comparisons/schema/endpoints.ts';
import type { Difference, Reconciliation } from '#lib/shops/comparisons/schema/stored.ts';
import type { Connection } from '#lib/shops/connections/schema/stored.ts';
import type { ReadExport } from './file-order.ts';
import { itemDays, type Kind, kinds, shownProblems } from './limits.ts';

type ActorOf = Reconciliation['actor'];

const stored = ({ id, requestId }: Actor): ActorOf => ({ id, ...(requestId !== undefined && { requestId }) });

const none = { equal: 0, missing: 0, different: 0, unknown: 0, notAttributed: 0, ignored: 0 };

/** Throws a 400 if no row can be read, or if the format is that of another kind of shop. */
export function newReconciliation(
  { format }: ReconciliationInput,
  connection: Connection,
  { orders, problems }: ReadExport,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Reconciliation {
  if (format !== 'general' && format !== connection.shop)
    throw invalidField('format', `Must be \`general\` or \`${connection.shop}\`, the type of the connection`);
  const times = orders.map(({ occurredAt }) => occurredAt).toSorted();
  const [from, to] = [times[0], times.at(-1)];
  if (from === undefined || to === undefined)
    throw invalidField('csv', `No row can be read. Row ${problems[0]?.row}: ${problems[0]?.message}`);
  return {
    id: newId('reconciliation', now),
    brandId: connection.brandId,
    connectionId: connection.id,
    type: 'reconciliation',
    format,
    status: 'running',
    task: 'compare',
    orders: orders.length,
    from,
    to,
    position: { list: 0, after: null },
    counts: { ...none, unreadable: problems.length },
    applied: 0,
    failed: 0,
    problems: problems.slice(0, shownProblems),
    wanted: null,
    actor: stored(actor),
    failure: null,
    createdAt: now.toISOString(),
    completedAt: null,
    deletedAt: null,
    revision: 0,
    expiresAt: epochSeconds(addSeconds(now, itemDays * secondsPerDay)),
  };
}

/** The name of the object in the bucket. */
export const objectKey = ({ brandId, id }: Pick<Reconciliation, 'brandId' | 'id'>): string =>
  `${brandId}/${id}.json`;

export const fileExpiry = ({ createdAt, deletedAt }: Reconciliation): Date =>
  deletedAt === null ? addSeconds(new Date(createdAt), fileDays * secondsPerDay) : new Date(deletedAt);

export const withoutFile = () =>
  conflict(
    'status_conflict',
    `The file was deleted after ${fileDays} days, or because a person was erased: create another reconciliation`,
  );

/** The lists of differences that an application without ids goes through. */
export const appliedKinds: readonly Kind[] = kinds.filter((kind) => kind !== 'unknown');

/** Throws a 409 while the service compares or applies, after a failure, and without the file. */
export function applying(before: Reconciliation, ids: Reconciliation['wanted'], actor: Actor, now: Date) {
  if (before.status === 'running')
    throw conflict('status_conflict', 'The service compares or applies: wait until it has ended');
  if (before.status === 'failed')
    throw conflict('status_conflict', 'The comparison has failed: create another reconciliation');
  if (fileExpiry(before) <= now) throw withoutFile();
  return {
    ...before,
    status: 'running' as const,
    task: 'apply' as const,
    position: { list: 0, after: null },
    wanted: ids,
    actor: stored(actor),
    completedAt: null,
  };
}

export const ended = (before: Reconciliation, failure: string | null, now: Date): Reconciliation => ({
  ...before,
  status: failure === null ? 'completed' : 'failed',
  failure,
  completedAt: now.toISOString(),
});

interface Found extends Pick<Difference, 'kind' | 'orderId' | 'proposal' | 'changes'> {
  readonly recorded?: Conversion | undefined;
  readonly reason?: string;
}

export const newDifference = (
  { id: reconciliationId, brandId, expiresAt }: Reconciliation,
  { recorded, reason = '', ...found }: Found,
  now: Date,
): Difference => ({
  id: newId('difference', now),
  brandId,
  reconciliationId,
  ...found,
  conversionId: recorded?.id ?? null,
  seenRevision: recorded?.revision ?? null,
  status: 'open',
  reason: reason === '' ? null : reason,
  createdAt: now.toISOString(),
  revision: 0,
  expiresAt,
});
