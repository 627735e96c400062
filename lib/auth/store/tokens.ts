// Signs and verifies access tokens: JWT (RFC 7519) with HS256 only.
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { tokenExpiry } from '#lib/auth/rules/sessions.ts';
import { type Claims, claims, type StoredSession } from '#lib/auth/schema.ts';
import type { Role } from '#lib/contract/role.ts';
import { epochSeconds } from '#lib/shared/dates.ts';
import { unauthenticated } from '#lib/shared/errors.ts';
import { signingKeys } from './signing-keys.ts';

const algorithm = 'HS256';

interface Subject {
  readonly brandId: string;
  readonly role: Role;
  readonly session: StoredSession;
}

/** Signs the current token of the session. */
export async function signToken({ brandId, role, session }: Subject, now: Date): Promise<string> {
  const [key] = await signingKeys();
  if (key === undefined) throw new Error('There is no signing key');
  return new SignJWT({ brandId, role, sid: session.id })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: key.kid })
    .setSubject(session.userId)
    .setJti(session.tokenId)
    .setIssuedAt(epochSeconds(now))
    .setExpirationTime(epochSeconds(tokenExpiry(session, now)))
    .sign(key.secret);
}

/** Extracts the token from an `Authorization` header (RFC 6750, 2.1). The scheme is case-insensitive. */
export function bearerToken(header: string | undefined): string {
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header?.trim() ?? '')?.[1];
  if (token === undefined) throw unauthenticated('Missing bearer token');
  return token;
}

export async function verifyToken(token: string, now: Date): Promise<Claims> {
  const kid = keyIdOf(token);
  const key = (await signingKeys(kid)).find((candidate) => candidate.kid === kid);
  if (key === undefined) throw unauthenticated('Invalid token');
  try {
    const { payload } = await jwtVerify(token, key.secret, {
      algorithms: [algorithm],
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      currentDate: now,
    });
    return claims.parse(payload);
  } catch (error) {
    throw unauthenticated(error instanceof errors.JWTExpired ? 'Token expired' : 'Invalid token');
  }
}

function keyIdOf(token: string): string {
  try {
    const { kid } = decodeProtectedHeader(token);
    if (kid !== undefined) return kid;
  } catch {
    // The token is not a JWT. The last statement rejects it, like a token without a key id.
  }
  throw unauthenticated('Invalid token');
}
