// The headers of every response. CORS headers are missing on purpose: tokens are server-side secrets.

const standardHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

export const withStandardHeaders = (
  headers: Readonly<Record<string, string | number | boolean>> | undefined,
  requestId: string,
) => ({ ...standardHeaders, ...headers, 'x-request-id': requestId });
