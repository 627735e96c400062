// Calls the API for a person.
import { createClient } from '#lib/client/index.ts';
import { addressHeader, originHeader } from '#lib/foundation/contract/edge-headers.ts';
import type { Session } from './context.ts';
import { gatewayUrl, originSecret, publicUrl } from './environment.ts';

/** Less than the ten seconds of a function. */
const timeout = 8000;

/**
 * Behind CloudFront, calls go directly to the gateway with the address of the person, because the API counts failed logins by address.
 * Without CloudFront, the API would believe nobody, so it counts all persons as one address (docs/security.md).
 */
const edgeHeaders = (address: string): Readonly<Record<string, string>> =>
  gatewayUrl === undefined || originSecret === undefined
    ? {}
    : { [originHeader]: originSecret, [addressHeader]: `${address}:443` };

export function apiFor(session: Session | undefined, address: string) {
  const extra = edgeHeaders(address);
  const { pathname } = new URL(publicUrl());
  return createClient({
    baseUrl: gatewayUrl === undefined ? publicUrl() : `${gatewayUrl}${pathname}`,
    ...(session !== undefined && { apiKey: session.token, mode: session.mode }),
    timeout,
    // A person decides about a retry, because a wait would exceed the time of the function.
    retries: 0,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(extra)) headers.set(name, value);
      return fetch(url, { ...init, headers });
    },
  });
}
