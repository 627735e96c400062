// Reads messages of shops in tests.
import type {
  Adapter,
  AdapterSettings,
  Headers,
  Message,
  Reading,
  ShopOrder,
} from '#lib/shops/adapters/adapter.ts';
import { adapters } from '#lib/shops/adapters/adapters.ts';

export const receivedAt = new Date('2026-04-01T00:00:00.000Z');

/** A message as the shop sends it. */
export interface Sent {
  readonly headers: Headers;
  readonly body: string;
}

/** Ids above 2^53 keep their digits in JSON. */
export const longId = (digits: string): unknown => JSON.rawJSON(digits);

export const readMessage = (
  type: Adapter['type'],
  { headers, body }: Sent,
  settings: AdapterSettings = {},
): Message => adapters[type].read(headers, body, settings, receivedAt);

export function onlyReading({ readings }: Message): Reading {
  const [reading, ...others] = readings;
  if (reading === undefined || others.length > 0) throw new Error(`There are ${readings.length} readings`);
  return reading;
}

export function orderIn({ readings }: Message): ShopOrder {
  const reading = readings.find(({ kind }) => kind === 'order');
  if (reading?.kind !== 'order') throw new Error(`There is no order in ${JSON.stringify(readings)}`);
  return reading.order;
}

/** The refunds as pairs of id and amount. */
export const refundsIn = ({ refunds }: ShopOrder): readonly (readonly [string, number])[] =>
  refunds.map(({ refundId, amount }) => [refundId, amount]);
