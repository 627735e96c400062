import { signClaims } from '#lib/access/auth/store/sign-token.ts';
import { createLinkKey } from '#lib/access/email/store/link-key.ts';
import { affiliates } from '#lib/program/creator-sessions/routes.ts';
import { createPortalSession, prefetchPortalSession } from '#lib/program/creator-sessions/store/sessions.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

const signing = { sign: signClaims, createLinkKey };

export const handler = endpoint(
  affiliates.createSession,
  ({ caller: { brand }, prefetched, receivedAt }) =>
    createPortalSession(brand, prefetched, signing, receivedAt),
  { prefetch: prefetchPortalSession },
);
