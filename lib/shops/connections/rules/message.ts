// Creates messages from what an adapter has read, and decides their states.
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import type { Message, Reading } from '#lib/shops/adapters/adapter.ts';
import type { Connection, ShopMessage } from '#lib/shops/connections/schema/stored.ts';
import { sealFor, unsealFor } from './connection.ts';
import { messageDays } from './limits.ts';

const orderIdOf = (readings: readonly Reading[], prefix: string): string | null => {
  for (const reading of readings) {
    if (reading.kind === 'order') return prefix + reading.order.orderId;
    if (reading.kind === 'refund' || reading.kind === 'cancel') return prefix + reading.orderId;
  }
  return null;
};

export type Outcome = Pick<ShopMessage, 'status' | 'reason'>;

export const pausedReason = 'The connection was paused. Retry the message after you have activated it';

const alwaysApplied: readonly Reading['kind'][] = ['eraseCustomer', 'reportCustomer', 'disconnect'];

/** Privacy requests and the end of the connection: neither a pause nor the plan of the brand stops them. */
export const isAlwaysApplied = (readings: readonly Reading[]): boolean =>
  readings.some(({ kind }) => alwaysApplied.includes(kind));

/** A message without anything to apply needs no worker. */
function firstState({ status }: Connection, readings: readonly Reading[]): Outcome {
  const reasons = readings.flatMap((reading) => (reading.kind === 'ignored' ? [reading.reason] : []));
  if (reasons.length === readings.length)
    return { status: 'ignored', reason: reasons[0] ?? 'The message has nothing to apply' };
  return status === 'paused' && !isAlwaysApplied(readings)
    ? { status: 'ignored', reason: pausedReason }
    : { status: 'waiting', reason: null };
}

const expiryAt = (now: Date): number => epochSeconds(addSeconds(now, messageDays * secondsPerDay));

const newMessage = (connection: Connection, now: Date) => ({
  id: newId('shopMessage', now),
  brandId: connection.brandId,
  connectionId: connection.id,
  type: 'shopMessage' as const,
  attempts: 0,
  isTest: false,
  receivedAt: now.toISOString(),
  revision: 0,
  expiresAt: expiryAt(now),
});

export function readableMessage(
  connection: Connection,
  { topic, readings, isTest }: Message,
  key: string,
  now: Date,
): ShopMessage {
  const state = firstState(connection, readings);
  return {
    ...newMessage(connection, now),
    ...state,
    topic: topic.slice(0, 100),
    orderId: orderIdOf(readings, connection.settings.orderIdPrefix ?? '')?.slice(0, 120) ?? null,
    isTest: isTest || readings.some((reading) => reading.kind === 'order' && reading.order.isTest),
    readings: sealFor(connection, { readings }, key),
  };
}

/** Needs no personal data, but is encrypted as all messages are. */
export const couponMessage = (
  connection: Connection,
  { discountId, code }: { readonly discountId: string; readonly code: string },
  key: string,
  now: Date,
): ShopMessage =>
  readableMessage(
    connection,
    {
      messageId: discountId,
      topic: 'coupon',
      isTest: false,
      readings: [{ kind: 'coupon', discountId, code }],
    },
    key,
    now,
  );

/** The worker fails it, because only the worker changes the connection. */
export const unreadableMessage = (connection: Connection, reason: string, now: Date): ShopMessage => ({
  ...newMessage(connection, now),
  status: 'waiting',
  reason,
  topic: 'unreadable',
  orderId: null,
});

export const readingsOf = (
  { brandId, connectionId: id, readings }: ShopMessage,
  key: string,
): readonly Reading[] =>
  readings === undefined ? [] : Object(unsealFor({ brandId, id }, readings, key)).readings;

/** A message that is done needs its readings, which can have personal data, no more. */
export const ended = ({ readings, ...message }: ShopMessage, outcome: Outcome): ShopMessage => ({
  ...message,
  ...outcome,
  attempts: message.attempts + 1,
  ...(readings !== undefined && outcome.status !== 'done' && { readings }),
});

export const canRetry = ({ status, readings }: ShopMessage): boolean =>
  (status === 'failed' || status === 'ignored') && readings !== undefined;

export const retried = (message: ShopMessage): ShopMessage => ({
  ...message,
  status: 'waiting',
  reason: null,
  attempts: 0,
});

const firstDelaySeconds = 15;
const longestDelaySeconds = 900;

export const delayAfter = (attempts: number): number =>
  Math.min(firstDelaySeconds * 2 ** attempts, longestDelaySeconds);

/** A message with several readings is done if one of them was applied. */
export const outcomeOfAll = (outcomes: readonly Outcome[]): Outcome =>
  outcomes.find(({ status }) => status === 'done') ??
  outcomes[0] ?? { status: 'ignored', reason: 'The message has nothing to apply' };
