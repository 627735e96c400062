// Authenticates the caller of a request, by the access token of a session or by an API key.
import { isKeyText } from '#lib/access/api-keys/rules/key-text.ts';
import { wasAccepted } from '#lib/access/api-keys/store/accepted-keys.ts';
import { readKeyCaller, referenceIn } from '#lib/access/api-keys/store/authenticate.ts';
import { cursorSecrets, renewPublishedKeys } from '#lib/access/auth/store/published-keys.ts';
import { readCaller } from '#lib/access/auth/store/sessions.ts';
import { bearerToken, verifyToken } from '#lib/access/auth/store/tokens.ts';
import { type Mode, modeHeader } from '#lib/foundation/contract/mode.ts';
import { creatorRole } from '#lib/foundation/contract/role.ts';
import { hasTestMode, type Route } from '#lib/foundation/contract/route.ts';
import { now as currentTime } from '#lib/foundation/shared/clock.ts';
import { roleForbidden } from '#lib/foundation/shared/errors.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import type { AnyCaller } from './any-caller.ts';
import {
  type FromItems,
  type Read,
  type ReadCaller,
  readInLiveMode,
  readInTestMode,
} from './read-in-mode.ts';
import type { HttpEvent } from './request.ts';
import { expectedCostOf, type RequestCount, readRequestCount } from './request-count.ts';

/** Plans which items to read in the same batch as the caller. The event is not validated yet. */
export type Prefetch<Data> = (
  event: HttpEvent,
  brandId: string,
  now: Date,
  /** The creator who sends the request. Undefined for the callers of a brand. */
  affiliateId?: string,
) => ReadPlan<Data>;

export interface Authenticated<Data = unknown> extends FromItems<Data> {
  /** The time of the brand. In test mode it follows the test clock. */
  readonly now: Date;
  readonly cursorSecrets: readonly Uint8Array[];
  /** Reads the caller again, and throws what `authenticate` would throw now. */
  readonly rereadCaller: () => Promise<AnyCaller>;
  /** The requests of the brand in this minute. Undefined if they are not limited. */
  readonly requests: RequestCount | undefined;
}

interface Credentials {
  readonly brandId: string;
  /** The API key or the user. */
  readonly callerId: string;
  readonly keyMode: Mode | undefined;
  /** The token is signed, or this process has accepted the key before. It can be revoked. */
  readonly wasIssued: boolean;
  readonly read: ReadCaller;
  /** Checks the credentials again with public keys that have just been read. */
  readonly checkAgain: () => Promise<unknown>;
}

async function credentialsOf(route: Route, event: HttpEvent, now: Date): Promise<Credentials> {
  const { sourceIp } = event.requestContext.http;
  const token = bearerToken(event.headers.authorization);
  if (isKeyText(token)) {
    const reference = referenceIn(token);
    const read: ReadCaller = (extraKeys, at) =>
      readKeyCaller(token, reference, { now: at, sourceIp, extraKeys });
    const { brandId, id: callerId, mode: keyMode } = reference;
    return { brandId, callerId, keyMode, wasIssued: wasAccepted(token), read, checkAgain: async () => {} };
  }
  const claims = await verifyToken(token, now);
  if (claims.role === creatorRole) throw roleForbidden();
  const acceptsReplacedToken = route.acceptsReplacedToken === true;
  const read: ReadCaller = (extraKeys, at) =>
    readCaller(claims, { now: at, sourceIp, acceptsReplacedToken, extraKeys });
  const checkAgain = () => verifyToken(token, now);
  const { brandId, sub: callerId } = claims;
  return { brandId, callerId, keyMode: undefined, wasIssued: true, read, checkAgain };
}

export type Authenticate = <Data>(
  route: Route,
  event: HttpEvent,
  now: Date,
  prefetch: Prefetch<Data>,
) => Promise<Authenticated<Data>>;

/** Authenticates a caller of a brand. A creator is a 403 here. */
export const authenticate: Authenticate = async (route, event, now, prefetch) => {
  const credentials = await credentialsOf(route, event, now);
  const { brandId, callerId, read } = credentials;
  const renewal = renewPublishedKeys(now);
  const isTest = isTestRequest(route, event, credentials);
  const readAll: Read<ReturnType<ReturnType<typeof prefetch>['parse']>> = isTest
    ? readInTestMode
    : readInLiveMode;
  const expectedCost = credentials.wasIssued ? expectedCostOf(route, event) : 0;
  const mode = isTest ? 'test' : 'live';
  const counting = readRequestCount({ brandId, callerId, mode, expectedCost }, now);
  const { time, renewed, ...found } = await readAll({
    ...{ brandId, read, now, renewalKeys: renewal.keys },
    prefetch: (id, at) => prefetch(event, id, at),
  });
  renewal.parse(renewed);
  // The renewed keys may lack the key of the token, because it was revoked.
  if (renewal.keys.length > 0) await credentials.checkAgain();
  const requests = await counting;
  const rereadCaller = async () => {
    const nothing = () => ({ keys: [], parse: () => undefined });
    const input = { brandId, read, now: currentTime(), renewalKeys: [], prefetch: nothing };
    return (await (isTest ? readInTestMode : readInLiveMode)(input)).caller;
  };
  return { ...found, now: time, cursorSecrets: cursorSecrets(now), rereadCaller, requests };
};

const isTestRequest = (route: Route, event: HttpEvent, { keyMode }: Credentials): boolean =>
  hasTestMode(route) && (keyMode ?? event.headers[modeHeader]) === 'test';
