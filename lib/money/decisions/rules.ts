// Creates bulk decisions, and calculates their progress.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { addMilliseconds, addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { decisionRange } from '#lib/money/commissions/rules/decision-filter.ts';
import type { Decision, DecisionInput } from './schema.ts';

const keptDays = 30;
const maxErrors = 20;

interface Request {
  readonly brand: Pick<Brand, 'id' | 'timezone'>;
  readonly actor: Actor;
}

/** Throws a 400 for a range without a time, because the worker has nobody to tell. */
export function newDecision(input: DecisionInput, { brand, actor }: Request, now: Date): Decision {
  const { decision, filter, reason = null } = input;
  decisionRange(filter, brand.timezone);
  return {
    id: newId('decision', now),
    brandId: brand.id,
    type: 'decision',
    decision,
    filter: decision === 'approve' ? { ...filter, held: filter.held ?? false } : filter,
    reason,
    timezone: brand.timezone,
    status: 'running',
    matched: 0,
    decided: 0,
    skipped: 0,
    failed: 0,
    errors: [],
    actor: { id: actor.id, ...(actor.requestId !== undefined && { requestId: actor.requestId }) },
    position: null,
    isRead: false,
    batch: [],
    createdAt: now.toISOString(),
    completedAt: null,
    revision: 0,
    expiresAt: epochSeconds(addSeconds(now, keptDays * secondsPerDay)),
  };
}

/** The first time whose commissions are too late for the decision. */
export const endOf = ({ createdAt }: Decision): Date => addMilliseconds(new Date(createdAt), 1);

interface Found {
  readonly ids: readonly string[];
  readonly cursor: string | null;
}

const completedIfDone = (after: Decision, now: Date): Decision =>
  after.isRead && after.batch.length === 0
    ? { ...after, status: 'completed', completedAt: now.toISOString() }
    : after;

export const withBatch = (before: Decision, { ids, cursor }: Found, now: Date): Decision =>
  completedIfDone(
    {
      ...before,
      batch: [...ids],
      matched: before.matched + ids.length,
      position: cursor ?? before.position,
      isRead: cursor === null,
    },
    now,
  );

const isSkip = (outcome: unknown): boolean =>
  outcome instanceof DomainError && outcome.code === 'status_conflict';

/** `outcomes` has one for each commission of the batch. One that changed meanwhile is no failure. */
export function withOutcomes(before: Decision, outcomes: readonly unknown[], now: Date): Decision {
  const errors = before.batch.flatMap((commissionId, index) => {
    const outcome = outcomes[index];
    if (!(outcome instanceof DomainError) || isSkip(outcome)) return [];
    return [{ commissionId, code: outcome.code, message: outcome.message }];
  });
  const skipped = outcomes.filter(isSkip).length;
  return completedIfDone(
    {
      ...before,
      batch: [],
      decided: before.decided + before.batch.length - skipped - errors.length,
      skipped: before.skipped + skipped,
      failed: before.failed + errors.length,
      errors: [...before.errors, ...errors].slice(0, maxErrors),
    },
    now,
  );
}
