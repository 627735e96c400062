// Describes the response headers of the OpenAPI document that several responses share.
import type { Route } from '#lib/foundation/contract/route.ts';

export const stringHeader = (description: string) => ({ description, schema: { type: 'string' as const } });

/** Requests of a brand have them, unless the service cannot count. */
export const requestLimitHeaders = {
  'x-ratelimit-limit': stringHeader('The requests that the brand may send in a minute.'),
  'x-ratelimit-remaining': stringHeader('The requests that are left in this minute.'),
  'x-ratelimit-reset': stringHeader('Seconds until the minute ends.'),
};

export const etagHeader = {
  etag: stringHeader('The version of the resource. Send it as `If-Match` with a change.'),
};

const deprecationHeaders = {
  deprecation: stringHeader('When the endpoint was deprecated: `@` and seconds since 1970 (RFC 9745).'),
  sunset: stringHeader('When the endpoint will be removed (RFC 8594).'),
  link: stringHeader('The endpoint to use instead, as `rel="successor-version"`, if there is one.'),
};

export const headersOfConventions = ({ versioned, deprecated, answer }: Route) => ({
  ...(versioned !== undefined && answer.kind !== 'empty' && etagHeader),
  ...(deprecated !== undefined && deprecationHeaders),
});
