// Verifies the signatures of webhooks as in Standard Webhooks.
import type { WebhookEvent } from './generated/types.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type HeaderValues = Pick<Headers, 'get'> | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookOptions {
  /** The webhook can be this many seconds older or newer. Defaults to 300. */
  readonly tolerance?: number;
  /** Defaults to the time of the system. */
  readonly now?: Date;
}

/** The request is not a webhook that the service has just sent: answer with 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

const fail = (problem: string): never => {
  throw new WebhookVerificationError(problem);
};

const bytesOf = (base64: string): Bytes => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
};

function headerOf(headers: HeaderValues, name: string): string {
  const isHeaders = (all: HeaderValues): all is Pick<Headers, 'get'> => typeof all.get === 'function';
  const value = isHeaders(headers) ? headers.get(name) : headers[name];
  return value ? String(value) : fail(`The header ${name} is missing`);
}

function concatenated(start: Bytes, end: Uint8Array): Bytes {
  const all = new Uint8Array(start.length + end.length);
  all.set(start);
  all.set(end, start.length);
  return all;
}

/** Returns the event of a webhook. `body` is the body as it arrived, before it is parsed; `secret` begins with `whsec_`. */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: HeaderValues,
  secret: string,
  { tolerance = 300, now = new Date() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const encoder = new TextEncoder();
  const content = typeof body === 'string' ? encoder.encode(body) : body;
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  // The comparison also fails for a time that is no number.
  if (!(Math.abs(now.getTime() / 1000 - Number(time)) <= tolerance))
    fail('The webhook is too old or too new');
  const rawKey = bytesOf(secret.replace(/^whsec_/, ''));
  // Some runtimes accept an empty key, for which anybody can sign.
  if (rawKey.length === 0)
    throw new TypeError('The secret is not that of a webhook: it begins with `whsec_`');
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', rawKey, hmac, false, ['verify']);
  const signed = concatenated(encoder.encode(`${id}.${time}.`), content);
  // After a rotation, the old and the new secret sign.
  for (const signature of signatures?.split(' ') ?? []) {
    const [version, value = ''] = signature.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(value), signed)))
      return JSON.parse(new TextDecoder().decode(content));
  }
  return fail('No signature matches the secret');
}
