// Reads the creator of an access token.
import type { Claims } from '#lib/access/auth/schema.ts';
import { addressHashOf } from '#lib/access/brands/rules/address-hash.ts';
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { parseTwin, parseTwinState } from '#lib/access/test-mode/rules/parse-twin.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { isTwinId, twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import type { CreatorCaller } from '#lib/program/creator-sessions/rules/caller.ts';
import { isCurrent } from '#lib/program/creator-sessions/rules/session.ts';
import { storedCreatorSession } from '#lib/program/creator-sessions/schema/stored.ts';
import { sessionEnded } from '#lib/program/creator-sessions/writes.ts';

interface ReadOptions {
  readonly now: Date;
  readonly sourceIp: string;
  readonly extraKeys: readonly Key[];
}

interface Found {
  readonly caller: CreatorCaller;
  /** The time of the brand. */
  readonly time: Date;
  readonly items: readonly (Item | undefined)[];
}

/** A reset of the test data ends its sessions, because their test twin is not the present one. */
function twinOf(live: Brand, id: string, state: Item | undefined, twin: Item | undefined, now: Date): Brand {
  const present = parseTwinState(state);
  if (twin === undefined || twinIdOf(live.id, present.generation) !== id) throw sessionEnded();
  return parseTwin(live, present, twin, now);
}

/** Reads the session, the creator, the brand and the items of `extraKeys` in one strongly consistent call. Throws a 401. */
export async function readCreator(
  { sub: affiliateId, brandId, accountId = brandId, sid }: Claims,
  { now, sourceIp, extraKeys }: ReadOptions,
): Promise<Found> {
  const isTest = isTwinId(brandId);
  const [sessionItem, creator, account, ...rest] = await getItems([
    creatorKeys.creatorSession(brandId, sid),
    affiliateKey(brandId, affiliateId),
    keys.brand(accountId),
    ...(isTest ? [keys.testTwin(accountId), keys.brand(brandId)] : []),
    ...extraKeys,
  ]);
  if (sessionItem === undefined || creator === undefined || account === undefined) throw sessionEnded();
  const session = storedCreatorSession.parse(sessionItem);
  const affiliate = storedAffiliate.parse(creator);
  if (!isCurrent(session, affiliate) || session.expiresAt <= epochSeconds(now)) throw sessionEnded();
  const live = storedBrand.parse(account);
  if (!live.portal.enabled) throw sessionEnded();
  const brand = isTest ? twinOf(live, brandId, rest[0], rest[1], now) : live;
  const addressHash = addressHashOf(live, sourceIp);
  const mode = isTest ? 'test' : 'live';
  const person = { kind: 'creator', role: 'creator', affiliateId, affiliate, sessionId: sid } as const;
  const caller = { ...person, addressHash, brand, mode, accountId } as const;
  return { caller, time: brandTime(brand, now), items: isTest ? rest.slice(2) : rest };
}
