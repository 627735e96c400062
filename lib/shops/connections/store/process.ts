// Applies the messages of shops, in the worker behind the queue. docs/decisions/0173
import { requireApiAccess } from '#lib/access/billing/rules/plans.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { now as realTime } from '#lib/foundation/shared/clock.ts';
import { DomainError, isUnavailable } from '#lib/foundation/shared/errors.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { sendToQueue } from '#lib/foundation/streams/work.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { failedConnection, recoveredConnection } from '#lib/shops/connections/rules/connection.ts';
import { maxAttempts } from '#lib/shops/connections/rules/limits.ts';
import {
  delayAfter,
  ended,
  isAlwaysApplied,
  type Outcome,
  outcomeOfAll,
  pausedReason,
  readingsOf,
} from '#lib/shops/connections/rules/message.ts';
import { type Connection, type ShopMessage, storedMessage } from '#lib/shops/connections/schema/stored.ts';
import { changeConnection, changeMessage } from '#lib/shops/connections/writes.ts';
import { ShopUnavailable } from '#lib/shops/coupons/rules/coupon.ts';
import { type Appliers, applyReading } from './apply-reading.ts';
import { findConnection } from './connections.ts';

export interface Worker extends Appliers {
  /** Returns the key of payment details. */
  readonly getKey: () => Promise<string>;
  readonly getBrand: (brandId: string) => Promise<Brand>;
}

async function findMessage({ brandId, id }: WorkItem): Promise<ShopMessage | undefined> {
  const found = await getItem(shopKeys.shopMessage(brandId, id));
  return found && storedMessage.parse(found);
}

const reasonOf = ({ message, extras: { details = [] } }: DomainError): string =>
  details.length === 0 ? message : details.map((one) => `${one.path}: ${one.message}`).join('. ');

/** A connection that the shop has removed recovers when somebody activates it. */
function afterOutcome(connection: Connection, { status, reason }: Outcome): Connection {
  if (status === 'failed') return failedConnection(connection, reason ?? '', realTime());
  return status === 'done' && connection.status === 'active' ? recoveredConnection(connection) : connection;
}

/** Another worker with the same message can be faster. */
const end = (item: WorkItem, outcome: Outcome): Promise<void> =>
  retryOnConflict(async () => {
    const before = await findMessage(item);
    if (before?.status !== 'waiting') return;
    const connection = await findConnection(before.brandId, before.connectionId);
    const after = connection && afterOutcome(connection, outcome);
    await transact([
      changeMessage(before, ended(before, outcome)),
      ...(connection === undefined || after === undefined || after === connection
        ? []
        : [changeConnection(connection, after)]),
    ]);
  });

async function outcomeOf(message: ShopMessage, worker: Worker): Promise<Outcome> {
  const { brandId, connectionId, reason, isTest } = message;
  const connection = await findConnection(brandId, connectionId);
  if (connection === undefined) return { status: 'ignored', reason: 'The connection was deleted' };
  const readings = readingsOf(message, await worker.getKey());
  const isStoppable = !isAlwaysApplied(readings);
  if (connection.status === 'paused' && isStoppable) return { status: 'ignored', reason: pausedReason };
  if (message.readings === undefined) return { status: 'failed', reason };
  const brand = await worker.getBrand(brandId);
  if (isStoppable) requireApiAccess(brand.testOf === undefined ? brand : await worker.getBrand(brand.testOf));
  const outcomes: Outcome[] = [];
  for (const reading of readings)
    outcomes.push(await applyReading(reading, { connection, brand, isTest, now: realTime() }, worker));
  return outcomeOfAll(outcomes);
}

/** Throws the last failure, so that the alarm of the function is raised, unless the shop does not answer. */
async function tryLater(message: ShopMessage, error: unknown): Promise<void> {
  const { brandId, id, attempts } = message;
  const { name, message: text } = error instanceof Error ? error : new Error(String(error));
  logger.warn('message of a shop not applied', { brandId, id, attempts, failure: { name, message: text } });
  const isOfShop = error instanceof ShopUnavailable;
  if (attempts + 1 >= maxAttempts) {
    const reason = isOfShop ? error.message : 'The service could not apply the message. Retry it later';
    await end({ brandId, id }, { status: 'failed', reason });
    if (isOfShop) return;
    throw error;
  }
  // People see at once that an address is wrong.
  const reason = isOfShop ? `${error.message}. The service tries again within 15 minutes` : null;
  await transact([changeMessage(message, { ...message, attempts: attempts + 1, reason })]);
  await sendToQueue('shopMessages', { brandId, body: { brandId, id }, delaySeconds: delayAfter(attempts) });
}

export async function processMessage(item: WorkItem, worker: Worker): Promise<void> {
  const message = await findMessage(item);
  if (message?.status !== 'waiting') return;
  let outcome: Outcome;
  try {
    outcome = await outcomeOf(message, worker);
  } catch (error) {
    if (!(error instanceof DomainError) || isUnavailable(error)) return tryLater(message, error);
    outcome = { status: 'failed', reason: reasonOf(error) };
  }
  await end(item, outcome);
}
