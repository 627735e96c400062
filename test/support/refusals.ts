// Defines the expected error responses independently of the service's code.
import { expect } from 'vitest';
import type { Answer } from './service.ts';

const reasonPhrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const;

export type RefusedStatus = keyof typeof reasonPhrases;

interface Detail {
  readonly path: string;
  readonly message: unknown;
  readonly values?: unknown;
}

const codeOfMessage: Readonly<Record<string, string>> = {
  'A clawback of a refund cannot become rejected': 'commission_adjusted',
  'A commission that has a clawback cannot become rejected': 'commission_adjusted',
  'A commission that is in a payout cannot become rejected': 'commission_in_payout',
  'A discount with this code already exists': 'discount_exists',
  'A request with this Idempotency-Key is in progress': 'idempotency_key_in_use',
  'API key expired': 'api_key_expired',
  'API access requires the Growth or Scale plan': 'plan_required',
  'Campaign limit reached': 'campaign_limit_reached',
  'Creator limit reached': 'creator_limit_reached',
  'Invalid credentials': 'credentials_invalid',
  'Invalid token': 'token_invalid',
  'Missing bearer token': 'token_missing',
  'No such endpoint: see GET /v1/openapi.json': 'route_not_found',
  'Only draft campaigns can be deleted': 'campaign_not_draft',
  'Send the header content-type: application/json': 'unsupported_media_type',
  'The body is not valid JSON': 'json_invalid',
  'The body must be at most 262144 bytes': 'body_too_large',
  'The order is already fully refunded': 'order_fully_refunded',
  'The service is busy, try again shortly': 'service_busy',
  'The subscription is canceled, and API access requires an active one': 'plan_required',
  'This Idempotency-Key was already used for a different request': 'idempotency_key_reused',
  'This link is no longer active': 'link_inactive',
  'Unknown or revoked API key': 'api_key_unknown',
  'Token expired': 'token_expired',
  'Token revoked': 'token_revoked',
  'Your role does not allow this action': 'role_forbidden',
};

/** Returns the code that belongs to a message. Other messages need an explicit code, or may have any. */
function expectedCode(message: unknown, details: readonly Detail[] | undefined): unknown {
  if (typeof message !== 'string') return expect.stringMatching(/^[a-z_]+$/);
  const known = codeOfMessage[message];
  if (known !== undefined) return known;
  if (/ cannot become /.test(message)) return 'status_conflict';
  if (/ not found$/.test(message)) return message.toLowerCase().replaceAll(' ', '_');
  if (!/^Invalid (request body|query parameters|headers)$/.test(message)) return expect.any(String);
  // `details` can be a matcher of Vitest.
  const fields: readonly Detail[] = Array.isArray(details) ? details : [];
  const every = (isWanted: (detail: Detail) => boolean) => fields.length > 0 && fields.every(isWanted);
  const isReference = every((detail) => / not found$/.test(String(detail.message)));
  if (isReference && message === 'Invalid request body') return 'reference_not_found';
  const isCursor = every(({ path }) => path === 'cursor');
  return expect.stringMatching(isCursor ? /^(cursor_invalid|validation_failed)$/ : /^validation_failed$/);
}

/** An error body. Only a 400 for invalid input, and an error that concerns a field, have `details`. */
export const errorBody = (
  statusCode: RefusedStatus,
  message: unknown,
  details?: readonly Detail[],
  code: unknown = expectedCode(message, details),
) => ({
  statusCode,
  message,
  error: reasonPhrases[statusCode],
  code,
  ...(details && { details }),
});

/** The body of a 400 that rejects exactly these fields, with any messages. */
export const invalidFields = (...paths: readonly string[]) =>
  errorBody(
    400,
    'Invalid request body',
    paths.map((path) => ({ path, message: expect.any(String) })),
    expect.stringMatching(/^(validation_failed|reference_not_found)$/),
  );

/** Expects the status, the exact body and a request id. */
export function expectError(answer: Answer, body: ReturnType<typeof errorBody>): void {
  expect(answer.json).toEqual(body);
  expect(answer.status).toBe(body.statusCode);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-request-id']).toMatch(/\S/);
}

export const expectUnauthenticated = (answer: Answer, message: string): void => {
  expectError(answer, errorBody(401, message));
  expect(answer.headers['www-authenticate']).toBe('Bearer');
};
