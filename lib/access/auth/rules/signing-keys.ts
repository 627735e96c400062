// Rotates and revokes signing keys, and defines the document that contains them. See docs/decisions/0058.
import { hash } from 'node:crypto';
import * as z from 'zod';
import { keyId } from '#lib/access/auth/rules/published-keys.ts';
import { tokenLifetimeSeconds } from '#lib/access/auth/schema.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { addSeconds, secondsPerDay, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { cacheSeconds, hasStarted, latestFirst, signingKeyFirst } from './key-order.ts';

/** Every instance must know a new key before any instance signs with it. The factor 3 covers clock skew and replication delay. */
export const activationDelaySeconds = 3 * cacheSeconds;

export const rotationSeconds = 30 * secondsPerDay;

/**
 * A replaced key verifies tokens for this long. The extra hour covers instances that cannot read the new key and still sign
 * with the old one.
 */
export const retirementSeconds = tokenLifetimeSeconds + secondsPerHour;

export const maxKeys = 10;

/** The `signsFrom` of the first key, which Secrets Manager generates without a date. */
const epoch = '1970-01-01T00:00:00.000Z';

/** The key pair is derived from `secret` (lib/access/auth/rules/key-pairs.ts), which has at least 32 bytes in base64url. */
const keyMaterial = z.object({ kid: keyId, secret: z.string().min(43) });
export type KeyMaterial = z.output<typeof keyMaterial>;

const storedKey = keyMaterial.extend({ signsFrom: instant });
export type StoredKey = z.output<typeof storedKey>;

/** Secrets Manager gives each generated key the same id, so its secret tells it apart from the key of an earlier secret. */
const lineageOf = ({ secret }: KeyMaterial): string =>
  hash('sha256', `lineage ${secret}`, 'hex').slice(0, 16);

/**
 * Also accepts a single key instead of a list, because Secrets Manager generates the first value as a single key. Each change
 * increases `revision`, so that published keys are never replaced by older ones. `lineage` identifies the
 * secret, because revisions of different secrets cannot be compared.
 */
export const signingKeysDocument = z.union([
  z.object({
    revision: z.int().min(0),
    lineage: z.string(),
    keys: z.array(storedKey).min(1).max(maxKeys),
  }),
  keyMaterial.transform((key) => ({
    revision: 0,
    lineage: lineageOf(key),
    keys: [{ ...key, signsFrom: epoch }],
  })),
]);
export type SigningKeysDocument = z.output<typeof signingKeysDocument>;

/** A key in the state `next` does not sign yet. `verifiesUntil` is null for the latest key, because it has no successor. */
export interface KeyState {
  readonly kid: string;
  readonly state: 'next' | 'signing' | 'retiring';
  readonly signsFrom: string | null;
  readonly verifiesUntil: string | null;
}

const retirementOf = (successor: StoredKey): Date =>
  addSeconds(new Date(successor.signsFrom), retirementSeconds);

export function keyStates(keys: readonly StoredKey[], now: Date): readonly KeyState[] {
  const [signing] = signingKeyFirst(keys, now);
  return latestFirst(keys).map((key, index, ordered) => {
    const successor = ordered[index - 1];
    return {
      kid: key.kid,
      state: key === signing ? 'signing' : hasStarted(key, now) ? 'retiring' : 'next',
      signsFrom: key.signsFrom === epoch ? null : key.signsFrom,
      verifiesUntil: successor === undefined ? null : retirementOf(successor).toISOString(),
    };
  });
}

const withoutRetired = (keys: readonly StoredKey[], now: Date): readonly StoredKey[] =>
  latestFirst(keys).filter((_, index, ordered) => {
    const successor = ordered[index - 1];
    return successor === undefined || retirementOf(successor) > now;
  });

const publish = ({ kid, secret }: KeyMaterial, now: Date): StoredKey => ({
  kid,
  secret,
  signsFrom: addSeconds(now, activationDelaySeconds).toISOString(),
});

/**
 * Adds `next`, which signs after `activationDelaySeconds`. Returns `keys` unchanged if an added key does not sign yet, and throws
 * a 409 if there are too many keys.
 */
export function rotate(keys: readonly StoredKey[], now: Date, next: KeyMaterial): readonly StoredKey[] {
  const kept = withoutRetired(keys, now);
  if (kept.some((key) => !hasStarted(key, now))) return keys;
  if (kept.length === maxKeys)
    throw new OperatorError(
      'conflict',
      `There are already ${maxKeys} signing keys with valid tokens: wait until one retires, or revoke one`,
    );
  return [publish(next, now), ...kept];
}

/** Removes retired keys, and adds `next` if the latest key started to sign at least `rotationSeconds` ago. Idempotent. */
export function maintain(keys: readonly StoredKey[], now: Date, next: KeyMaterial): readonly StoredKey[] {
  const kept = withoutRetired(keys, now);
  const isDue = kept.every(({ signsFrom }) => addSeconds(new Date(signsFrom), rotationSeconds) <= now);
  if (isDue) return rotate(kept, now, next);
  return kept.length === keys.length ? keys : kept;
}

/**
 * Removes the key `kid`, or throws a 404 if it does not exist. If it was the signing key, the key that was to sign next starts to
 * sign immediately; if there is none, `next` does.
 */
export function revoke(
  keys: readonly StoredKey[],
  kid: string,
  now: Date,
  next: KeyMaterial,
): readonly StoredKey[] {
  if (!keys.some((key) => key.kid === kid))
    throw new OperatorError('notFound', `Signing key ${kid} not found`);
  const rest = withoutRetired(keys, now).filter((key) => key.kid !== kid);
  if (signingKeyFirst(keys, now)[0]?.kid !== kid) return rest;
  const successor = rest.findLast((key) => !hasStarted(key, now)) ?? next;
  const others = rest.filter((key) => key.kid !== successor.kid);
  return [{ kid: successor.kid, secret: successor.secret, signsFrom: now.toISOString() }, ...others];
}
