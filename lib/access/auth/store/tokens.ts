// Verifies access tokens with public keys.
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { keyId } from '#lib/access/auth/rules/published-keys.ts';
import { type Claims, claims } from '#lib/access/auth/schema.ts';
import { unauthenticated } from '#lib/foundation/shared/errors.ts';
import { verificationKey } from './published-keys.ts';

/** Extracts the token from an `Authorization` header (RFC 6750, 2.1). The scheme is case-insensitive. */
export function bearerToken(header: string | undefined): string {
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header?.trim() ?? '')?.[1];
  if (token === undefined) throw unauthenticated('token_missing', 'Missing bearer token');
  return token;
}

const invalidToken = () => unauthenticated('token_invalid', 'Invalid token');

export async function verifyToken(token: string, now: Date): Promise<Claims> {
  const key = await verificationKey(keyIdOf(token), now);
  if (key === undefined) throw invalidToken();
  try {
    // The algorithm is fixed, whatever the header says: otherwise a public key could be used as the secret of HS256.
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['Ed25519'],
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      currentDate: now,
    });
    return claims.parse(payload);
  } catch (error) {
    throw error instanceof errors.JWTExpired
      ? unauthenticated('token_expired', 'Token expired')
      : invalidToken();
  }
}

function keyIdOf(token: string): string {
  try {
    return keyId.parse(decodeProtectedHeader(token).kid);
  } catch {
    // The token is not a JWT, or its key id is missing or has another form.
    throw invalidToken();
  }
}
