// Derives the error codes that an endpoint can return from its contract.
import type * as z from 'zod';
import { acceptsIfMatch } from '#lib/foundation/contract/conventions.ts';
import { type Route, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { type ErrorCode, type ErrorKind, errorCodes } from '#lib/foundation/shared/error-codes.ts';
import { type ErrorStatus, errorStatuses } from '#lib/foundation/shared/error-statuses.ts';
import { missingResource } from '#lib/foundation/shared/resource-names.ts';
import { resources } from '#lib/foundation/shared/resources.ts';

// The cast is safe, because `ErrorKind` is the type of these keys.
const kinds = Object.keys(errorCodes) as ErrorKind[];

export function statusOfCode(code: ErrorCode): ErrorStatus {
  const kind = kinds.find((candidate) => code in errorCodes[candidate]);
  if (kind === undefined) throw new Error(`${code} is not in the table of error codes`);
  return errorStatuses[kind][0];
}

const acceptsUnknownParameters = ({ query }: Route): boolean =>
  query?.def.catchall?._zod.def.type === 'unknown';

function inputCodes(route: Route): readonly ErrorCode[] {
  const acceptsBody = route.method !== 'GET';
  return [
    ...(acceptsBody || !acceptsUnknownParameters(route) ? (['validation_failed'] as const) : []),
    ...('cursor' in (route.query?.shape ?? {}) ? (['cursor_invalid'] as const) : []),
    ...(acceptsBody ? (['json_invalid', 'body_too_large', 'unsupported_media_type'] as const) : []),
    ...(route.testMode === 'refused' ? (['test_mode_unavailable'] as const) : []),
    ...(takesIdempotencyKey(route) ? (['idempotency_key_in_use', 'idempotency_key_reused'] as const) : []),
  ];
}

function accessCodes({
  access,
  allowsMissingSecondFactor,
  ignoresRequestLimit,
  scope,
  rateFields = [],
}: Route): readonly ErrorCode[] {
  if (access === 'public') return [];
  return [
    'token_missing',
    'token_invalid',
    'token_expired',
    'token_revoked',
    'api_key_invalid',
    'api_key_unknown',
    'api_key_expired',
    'ip_not_allowed',
    'role_forbidden',
    ...(ignoresRequestLimit ? [] : (['request_limit_reached'] as const)),
    ...(scope === 'any' || access.roles.includes('creator')
      ? []
      : ([scope === undefined ? 'session_required' : 'scope_missing'] as const)),
    ...(allowsMissingSecondFactor ? [] : (['second_factor_missing'] as const)),
    ...(access.plan === 'api' ? (['plan_required'] as const) : []),
    ...(rateFields.length > 0 ? (['rate_for_admins_only'] as const) : []),
  ];
}

/** A malformed id has the code of an unknown id. */
function paramCodes({ params }: Route): readonly ErrorCode[] {
  const schemas = Object.values(params?.shape ?? {});
  return schemas.flatMap((schema) => {
    const { error } = schema.safeParse('');
    const issues: readonly z.core.$ZodIssue[] = error?.issues ?? [];
    return issues.map((issue) => {
      const missing = missingResource(issue);
      return missing === undefined ? 'validation_failed' : resources[missing].code;
    });
  });
}

/** Without duplicates, sorted by status. */
export function errorCodesOf(route: Route): readonly ErrorCode[] {
  const codes: readonly ErrorCode[] = [
    ...inputCodes(route),
    ...accessCodes(route),
    ...paramCodes(route),
    ...(route.errors ?? []),
    ...(acceptsIfMatch(route) ? (['version_mismatch'] as const) : []),
    'internal_error',
    'service_busy',
    ...(route.method === 'GET' ? [] : (['read_only'] as const)),
  ];
  return [...new Set(codes)].toSorted((a, b) => statusOfCode(a) - statusOfCode(b));
}
