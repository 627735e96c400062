// Adds the standard headers to a response. CORS headers are omitted, because tokens are secrets that browsers must not have.

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
