// Authenticates the caller of a request, by the access token of a session or by an API key.
import { isKeyText } from '#lib/api-keys/rules/key-text.ts';
import { readKeyCaller, referenceIn } from '#lib/api-keys/store/authenticate.ts';
import type { Caller } from '#lib/auth/rules/caller.ts';
import { cursorSecrets, renewPublishedKeys } from '#lib/auth/store/published-keys.ts';
import { readCaller } from '#lib/auth/store/sessions.ts';
import { bearerToken, verifyToken } from '#lib/auth/store/tokens.ts';
import type { Route } from '#lib/contract/route.ts';
import { getItems } from '#lib/table/client.ts';
import type { Item, Key } from '#lib/table/keys/item.ts';
import type { ReadPlan } from '#lib/table/keys/read-plan.ts';
import type { HttpEvent } from './request.ts';

/** Plans which items to read in the same batch as the caller. The event is not validated yet. */
export type Prefetch<Data> = (event: HttpEvent, brandId: string, now: Date) => ReadPlan<Data>;

export interface Authenticated<Data = unknown> {
  readonly caller: Caller;
  readonly cursorSecrets: readonly Uint8Array[];
  readonly prefetched: Data;
  readonly refetch: () => Promise<Data>;
}

/** Reads the caller and the items of `extraKeys` in one call. */
type ReadCaller = (
  extraKeys: readonly Key[],
) => Promise<{ readonly caller: Caller; readonly items: readonly (Item | undefined)[] }>;

interface Credentials {
  readonly brandId: string;
  readonly read: ReadCaller;
  /** Checks the credentials again with public keys that have just been read. */
  readonly checkAgain: () => Promise<unknown>;
}

async function credentialsOf(route: Route, event: HttpEvent, now: Date): Promise<Credentials> {
  const token = bearerToken(event.headers.authorization);
  if (isKeyText(token)) {
    const reference = referenceIn(token);
    const { sourceIp } = event.requestContext.http;
    const read: ReadCaller = (extraKeys) => readKeyCaller(token, reference, { now, sourceIp, extraKeys });
    return { brandId: reference.brandId, read, checkAgain: async () => {} };
  }
  const claims = await verifyToken(token, now);
  const acceptsReplacedToken = route.acceptsReplacedToken === true;
  const read: ReadCaller = (extraKeys) => readCaller(claims, { now, acceptsReplacedToken, extraKeys });
  return { brandId: claims.brandId, read, checkAgain: () => verifyToken(token, now) };
}

export async function authenticate<Data>(
  route: Route,
  event: HttpEvent,
  now: Date,
  prefetch: Prefetch<Data>,
): Promise<Authenticated<Data>> {
  const credentials = await credentialsOf(route, event, now);
  const { keys, parse } = prefetch(event, credentials.brandId, now);
  const renewal = renewPublishedKeys(now);
  const { caller, items } = await credentials.read([...keys, ...renewal.keys]);
  renewal.parse(items.slice(keys.length));
  // The renewed keys may lack the key of the token, because it was revoked.
  if (renewal.keys.length > 0) await credentials.checkAgain();
  return {
    caller,
    cursorSecrets: cursorSecrets(now),
    prefetched: parse(items.slice(0, keys.length)),
    refetch: async () => parse(await getItems(keys)),
  };
}
