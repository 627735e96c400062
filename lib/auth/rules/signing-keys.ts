// The keys that sign access tokens: their document, which of them signs, and what rotating or revoking makes of them.
//
// Every running instance of a function holds the keys for a while. So a new key is published before it signs, and the
// one before it goes on verifying until the last token that it signed is dead: docs/decisions/0028.
import * as z from 'zod';
import { tokenLifetimeSeconds } from '#lib/auth/schema.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { afterSeconds, daysInSeconds, hours } from '#lib/shared/dates.ts';
import { conflict, notFound } from '#lib/shared/errors.ts';

/** How long an instance uses the keys it has read. */
export const cacheSeconds = 300;

/**
 * From when a key is published to when it signs. Three times as long as keys are held: what is left is for clocks that
 * are some minutes off, and for a secret that takes a while to be the same everywhere.
 */
export const activationDelaySeconds = 3 * cacheSeconds;

/** How old the newest key becomes before the next one is published. */
export const rotationSeconds = 30 * daysInSeconds;

/**
 * From when a key is followed by another to when it verifies no more: longer than its last token lives, by an hour in
 * which an instance that cannot read the keys may still sign with it.
 */
export const retirementSeconds = tokenLifetimeSeconds + hours;

/** More than rotations bring about by themselves. It bounds what a token's key is looked for in. */
export const maxKeys = 10;

/** Of a key that says nothing: the first one, which Secrets Manager generated, or one from before there were dates. */
const always = '1970-01-01T00:00:00.000Z';

const keyMaterial = z.object({ kid: z.string().min(1), secret: z.string().min(43) });
export type KeyMaterial = z.output<typeof keyMaterial>;

const storedKey = keyMaterial.extend({ signsFrom: instant.default(always) });
export type StoredKey = z.output<typeof storedKey>;

/**
 * The document in Secrets Manager, or in the file: `{"keys": [{"kid", "secret": base64url of 32 bytes or more,
 * "signsFrom": instant}, …]}`; or just one such key, which is what Secrets Manager can generate as the first value.
 */
export const signingKeysDocument = z.union([
  z.object({ keys: z.array(storedKey).min(1).max(maxKeys) }),
  storedKey.transform((key) => ({ keys: [key] })),
]);

/** Instants of one form compare as text. Keys of the same instant stay in their order. */
const latestFirst = <Key extends Pick<StoredKey, 'signsFrom'>>(keys: readonly Key[]): readonly Key[] =>
  keys.toSorted((one, other) => other.signsFrom.localeCompare(one.signsFrom));

const hasBegun = ({ signsFrom }: Pick<StoredKey, 'signsFrom'>, now: Date): boolean =>
  signsFrom <= now.toISOString();

/** All keys, the one that signs now first: the latest whose time has come, or the earliest where none's has. */
export function signingKeyFirst<Key extends Pick<StoredKey, 'signsFrom'>>(
  keys: readonly Key[],
  now: Date,
): readonly Key[] {
  const ordered = latestFirst(keys);
  const signing = ordered.find((key) => hasBegun(key, now)) ?? ordered.at(-1);
  return signing === undefined ? [] : [signing, ...ordered.filter((key) => key !== signing)];
}

/** A key as it may be shown. `next` will sign from `signsFrom` on; `verifiesUntil`: null while no other key follows. */
export interface KeyState {
  readonly kid: string;
  readonly state: 'next' | 'signing' | 'retiring';
  readonly signsFrom: string | null;
  readonly verifiesUntil: string | null;
}

const endOf = (successor: StoredKey): Date => afterSeconds(new Date(successor.signsFrom), retirementSeconds);

/** What each key is for, the latest first; never its secret. */
export function keyStates(keys: readonly StoredKey[], now: Date): readonly KeyState[] {
  const [signing] = signingKeyFirst(keys, now);
  return latestFirst(keys).map((key, index, ordered) => {
    const successor = ordered[index - 1];
    return {
      kid: key.kid,
      state: key === signing ? 'signing' : hasBegun(key, now) ? 'retiring' : 'next',
      signsFrom: key.signsFrom === always ? null : key.signsFrom,
      verifiesUntil: successor === undefined ? null : endOf(successor).toISOString(),
    };
  });
}

/** The keys of which a token may still be alive, the latest first. */
const withoutDead = (keys: readonly StoredKey[], now: Date): readonly StoredKey[] =>
  latestFirst(keys).filter((_, index, ordered) => {
    const successor = ordered[index - 1];
    return successor === undefined || endOf(successor) > now;
  });

const published = ({ kid, secret }: KeyMaterial, now: Date): StoredKey => ({
  kid,
  secret,
  signsFrom: afterSeconds(now, activationDelaySeconds).toISOString(),
});

/** The keys with another one published; as they were where one is published already and does not sign yet. */
export function rotate(keys: readonly StoredKey[], now: Date, next: KeyMaterial): readonly StoredKey[] {
  const kept = withoutDead(keys, now);
  if (kept.some((key) => !hasBegun(key, now))) return keys;
  if (kept.length === maxKeys)
    throw conflict(
      `There are ${maxKeys} keys, and tokens of each may be alive: wait until one has retired`,
    );
  return [published(next, now), ...kept];
}

/** What is to be done in passing, however often: the dead are dropped, and old keys are rotated. */
export function maintain(keys: readonly StoredKey[], now: Date, next: KeyMaterial): readonly StoredKey[] {
  const kept = withoutDead(keys, now);
  const isDue = kept.every(({ signsFrom }) => afterSeconds(new Date(signsFrom), rotationSeconds) <= now);
  if (isDue) return rotate(kept, now, next);
  return kept.length === keys.length ? keys : kept;
}

/**
 * The keys without one of them. In the place of the one that signs, the published one signs at once, or a new one.
 * Throws `notFound` where there is no such key.
 */
export function revoke(
  keys: readonly StoredKey[],
  kid: string,
  now: Date,
  next: KeyMaterial,
): readonly StoredKey[] {
  if (!keys.some((key) => key.kid === kid)) throw notFound(`Signing key ${kid}`);
  const rest = withoutDead(keys, now).filter((key) => key.kid !== kid);
  if (signingKeyFirst(keys, now)[0]?.kid !== kid) return rest;
  const heir = rest.findLast((key) => !hasBegun(key, now)) ?? next;
  const others = rest.filter((key) => key.kid !== heir.kid);
  return [{ kid: heir.kid, secret: heir.secret, signsFrom: now.toISOString() }, ...others];
}
