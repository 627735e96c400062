// Describes the request headers of an endpoint in the OpenAPI document.
import * as z from 'zod';
import { acceptsIfMatch, ifMatchHeader } from '#lib/foundation/contract/conventions.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '#lib/foundation/contract/idempotency-key.ts';
import { modeHeader, modes } from '#lib/foundation/contract/mode.ts';
import { hasTestMode, type Route, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';

const idempotencyKey = z.object({
  [idempotencyKeyHeader]: z
    .string()
    .regex(idempotencyKeyPattern)
    .optional()
    .meta({
      description:
        'Makes the request safe to retry for 24 hours: requests with the same key execute once and return the original ' +
        'response. 1 to 255 printable ASCII characters, for example a UUID.',
    }),
});

const mode = z
  .enum(modes)
  .optional()
  .meta({
    description:
      '`test` uses the test data of the brand instead of the live data. Only for sessions: the mode of an API key is fixed. ' +
      'Defaults to `live`.',
    example: 'test',
  });

const ifMatch = z
  .string()
  .regex(/^(?:\*|(?:W\/)?"[!#-~]*"(?:, *(?:W\/)?"[!#-~]*")*)$/)
  .optional()
  .meta({
    description:
      'The `ETag` of the version that you have read, or several with commas. If the resource has another one, nothing changes and the ' +
      'response is a 412. `*` accepts every version.',
  });

export function headersOf(route: Route) {
  const header = z.object({
    ...(takesIdempotencyKey(route) && idempotencyKey.shape),
    ...(acceptsIfMatch(route) && { [ifMatchHeader]: ifMatch }),
    ...(hasTestMode(route) && { [modeHeader]: mode }),
  });
  return Object.keys(header.shape).length === 0 ? {} : { header };
}
