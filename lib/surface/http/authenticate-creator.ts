// Authenticates a creator by the access token of the portal.
import { isKeyText } from '#lib/access/api-keys/rules/key-text.ts';
import { cursorSecrets, renewPublishedKeys } from '#lib/access/auth/store/published-keys.ts';
import { bearerToken, verifyToken } from '#lib/access/auth/store/tokens.ts';
import { creatorRole } from '#lib/foundation/contract/role.ts';
import { now as currentTime } from '#lib/foundation/shared/clock.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { readCreator } from '#lib/program/creator-sessions/store/authenticate.ts';
import { type Authenticate, authenticate, type Prefetch } from './authenticate.ts';
import type { HttpEvent } from './request.ts';
import { readRequestCount } from './request-count.ts';

async function creatorIn(token: string, now: Date) {
  if (isKeyText(token)) return undefined;
  const claims = await verifyToken(token, now);
  return claims.role === creatorRole ? claims : undefined;
}

const addressOf = ({ requestContext }: HttpEvent): string => requestContext.http.sourceIp;

/** Plans nothing, because the check of the role refuses the request before its handler. */
const noItems: Prefetch<never> = () => ({ keys: [], parse: () => undefined as never });

/** Callers of the brand are authenticated as elsewhere, and then refused. */
export const authenticateCreator: Authenticate = async (route, event, now, prefetch) => {
  const token = bearerToken(event.headers.authorization);
  const claims = await creatorIn(token, now);
  if (claims === undefined) return authenticate(route, event, now, noItems);
  const { brandId, sub: id } = claims;
  const sourceIp = addressOf(event);
  const renewal = renewPublishedKeys(now);
  const planned = prefetch(event, brandId, now, id);
  const counting = readRequestCount({ brandId, callerId: id, mode: id, expectedCost: 1 }, now);
  const extraKeys = [...planned.keys, ...renewal.keys];
  const { caller, time, items } = await readCreator(claims, { now, sourceIp, extraKeys });
  renewal.parse(items.slice(planned.keys.length));
  // The renewed keys may lack the key of the token, because it was revoked.
  if (renewal.keys.length > 0) await verifyToken(token, now);
  return {
    caller,
    isTwinMissing: false,
    now: time,
    prefetched: planned.parse(items.slice(0, planned.keys.length)),
    refetch: async () => planned.parse(await getItems(planned.keys)),
    cursorSecrets: cursorSecrets(now),
    rereadCaller: async () =>
      (await readCreator(claims, { now: currentTime(), sourceIp, extraKeys: [] })).caller,
    requests: await counting,
  };
};
