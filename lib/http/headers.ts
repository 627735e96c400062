// Headers of every answer. There are none for CORS: tokens are server-side secrets, and no browser calls this API.

const always = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

export const withHeaders = (
  headers: Readonly<Record<string, string | number | boolean>> | undefined,
  requestId: string,
) => ({ ...always, ...headers, 'x-request-id': requestId });
