// Signs access tokens: JWT (RFC 7519) with Ed25519 (RFC 9864).
import { SignJWT } from 'jose';
import { signingKeyFirst } from '#lib/access/auth/rules/key-order.ts';
import { privateKeyOf, publishedKeyOf } from '#lib/access/auth/rules/key-pairs.ts';
import { type TokenFacts, tokenExpiry } from '#lib/access/auth/rules/sessions.ts';
import type { StoredKey } from '#lib/access/auth/rules/signing-keys.ts';
import type { StoredSession } from '#lib/access/auth/schema.ts';
import type { Role } from '#lib/foundation/contract/role.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { forgetSigningKeys, signingKeys } from './private-keys.ts';
import { publishKeys } from './publish-keys.ts';
import { isPublished } from './published-keys.ts';

interface Subject {
  readonly brandId: string;
  readonly role: Role;
  readonly session: StoredSession;
}

export async function signClaims(
  { subject, tokenId, expiresAt, claims }: TokenFacts,
  now: Date,
): Promise<string> {
  const key = await signingKey(now);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'Ed25519', typ: 'JWT', kid: key.kid })
    .setSubject(subject)
    .setJti(tokenId)
    .setIssuedAt(epochSeconds(now))
    .setExpirationTime(epochSeconds(expiresAt))
    .sign(privateKeyOf(key));
}

/** Signs the current token of the session. */
export const signToken = ({ brandId, role, session }: Subject, now: Date): Promise<string> =>
  signClaims(
    {
      subject: session.userId,
      tokenId: session.tokenId,
      expiresAt: tokenExpiry(session, now),
      claims: { brandId, role, sid: session.id },
    },
    now,
  );

/** No token is signed with an unpublished key. The rotation publishes keys, but it may not have run yet in a new stage. */
async function signingKey(now: Date): Promise<StoredKey> {
  const document = await signingKeys();
  const [key] = signingKeyFirst(document.keys, now);
  if (key === undefined) throw new Error('There is no signing key');
  if ((await isPublished(publishedKeyOf(key))) || (await publishKeys(document))) return key;
  forgetSigningKeys();
  throw unavailable(new Error('The cached signing keys are older than the published keys'));
}
