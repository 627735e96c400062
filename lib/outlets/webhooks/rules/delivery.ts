// Decides about deliveries: their ids, and their state after an attempt.
import { createHash } from 'node:crypto';
import { addMilliseconds } from '#lib/foundation/shared/dates.ts';
import { deterministicId, timeOf } from '#lib/foundation/shared/ids.ts';
import type { Attempt, Delivery } from '#lib/outlets/webhooks/schema/delivery.ts';
import type { WebhookEndpoint } from '#lib/outlets/webhooks/schema/stored.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import { testEventType } from './formats.ts';
import { isSuccess } from './health.ts';
import { nextAttemptAt } from './retry-schedule.ts';

/** An event has one delivery per endpoint, also after a replay and after a crash between the request and its record. */
export const deliveryId = (endpointId: string, eventId: string): string =>
  deterministicId(
    'delivery',
    timeOf(eventId),
    createHash('sha256').update(`${endpointId} ${eventId}`).digest(),
  );

type Event = Pick<RecordedEvent, 'id'> & { readonly type: string };

export const newDelivery = (
  { id: endpointId, brandId }: Pick<WebhookEndpoint, 'id' | 'brandId'>,
  { id: eventId, type: eventType }: Event,
  now: Date,
): Delivery => ({
  id: deliveryId(endpointId, eventId),
  brandId,
  endpointId,
  eventId,
  eventType,
  status: 'pending',
  failures: 0,
  nextAttemptAt: null,
  attempts: [],
  createdAt: now.toISOString(),
});

/** Repeated replays would otherwise make the item larger without end. */
const maxAttempts = 30;

/** A failed test is not repeated, because a person waits for its result. */
const isRetried = ({ eventType }: Delivery): boolean => eventType !== testEventType;

export function attempted(before: Delivery, attempt: Attempt, random: number): Delivery {
  const attempts = [...before.attempts, attempt].slice(-maxAttempts);
  if (isSuccess(attempt))
    return { ...before, attempts, status: 'succeeded', failures: 0, nextAttemptAt: null };
  const failures = before.failures + 1;
  const end = addMilliseconds(new Date(attempt.at), attempt.durationMs);
  const next = isRetried(before) ? nextAttemptAt(failures, end, random) : undefined;
  return {
    ...before,
    attempts,
    failures,
    status: next === undefined ? 'failed' : 'pending',
    nextAttemptAt: next?.toISOString() ?? null,
  };
}

/** Begins a new schedule of retries, because a user has asked for the attempt. */
export const restarted = (delivery: Delivery): Delivery => ({ ...delivery, failures: 0 });
