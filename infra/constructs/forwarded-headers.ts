// Lists the headers that CloudFront sends to the API. It drops all others, so a header that the service reads must be here.
import { ifMatchHeader } from '#lib/foundation/contract/conventions.ts';
import { addressHeader, countryHeader } from '#lib/foundation/contract/edge-headers.ts';
import { idempotencyKeyHeader } from '#lib/foundation/contract/idempotency-key.ts';
import { modeHeader } from '#lib/foundation/contract/mode.ts';

/** AWS accepts at most this many headers in a policy. */
export const maxHeadersOfPolicy = 10;

/** These headers change the response, or have no place in the other policy. CloudFront accepts `authorization` only in the cache policy. */
export const headersOfCacheKey = [
  'authorization',
  'accept',
  modeHeader,
  countryHeader,
  idempotencyKeyHeader.toLowerCase(),
  'x-moz',
] as const;

/** CloudFront accepts `cloudfront-viewer-address` only in the origin request policy. */
export const headersBesideCacheKey = [
  addressHeader,
  'content-type',
  'content-encoding',
  ifMatchHeader.toLowerCase(),
  'user-agent',
  'referer',
  'sec-purpose',
  'purpose',
  'x-purpose',
] as const;

/** The pages of people read these. `origin` and `sec-fetch-site` tell whether a form comes from another site. */
export const headersOfPeople = [
  addressHeader,
  'accept-language',
  'content-type',
  'origin',
  'sec-fetch-site',
  'user-agent',
] as const;

export const forwardedHeaders: readonly string[] = [...headersOfCacheKey, ...headersBesideCacheKey];
