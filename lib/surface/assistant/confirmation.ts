// Creates and checks the tokens with which a person confirms a dry run. They need no storage.
import { hash, randomUUID } from 'node:crypto';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { inKeyOrder } from '#lib/foundation/shared/key-order.ts';
import type { ApiCall } from './api-call.ts';

/** A confirmation must expire long before its idempotency key, which prevents a second execution for 24 hours. */
const validMilliseconds = 3_600_000;

/** Describes the request of a caller. A dry run in test mode, or of somebody else, must not confirm a change. */
interface Planned {
  readonly call: ApiCall;
  /** Names the caller and its data. */
  readonly caller: string;
}

const digest = ({ call, caller }: Planned, key: string): string =>
  hash('sha256', JSON.stringify([key, call, caller], inKeyOrder), 'base64url');

/** The token contains the idempotency key of the request. */
export function confirmationTokenFor(planned: Planned, now: Date): string {
  const key = `mcp-${now.getTime()}-${randomUUID()}`;
  return `${key}.${digest(planned, key)}`;
}

/** Returns the idempotency key. */
export function confirmedKey(token: string, planned: Planned, now: Date): string {
  const [, key = '', time = '0', proof] = /^(mcp-(\d{1,15})-[\da-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (proof !== digest(planned, key))
    throw invalidField(
      'confirmationToken',
      'Does not belong to this request: call the tool without it, and confirm the new dry run',
    );
  if (now.getTime() > Number(time) + validMilliseconds)
    throw invalidField('confirmationToken', 'Has expired: call the tool without it for a new dry run');
  return key;
}
