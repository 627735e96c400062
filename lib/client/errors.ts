// Defines the errors of requests.
import type { ErrorChallenge, ErrorDetail, KnownErrorCode } from './generated/types.ts';

/** The service can add codes: treat an unknown one like its status. */
export type Code = KnownErrorCode | (string & {});

/** The service refused the request, or failed. */
export class ApiError<C extends Code = Code> extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Something between the client and the service answered if there is no code, such as the gateway. */
  readonly code: C | undefined;
  /** Has an entry for each invalid field, and the values that a code promises. */
  readonly details: readonly ErrorDetail[];
  /** A `login_challenge` asks for this proof of work. */
  readonly challenge: ErrorChallenge | undefined;
  /** Name it when you report a problem. */
  readonly requestId: string | undefined;
  /** A retry makes sense after this many seconds. */
  readonly retryAfter: number | undefined;

  constructor({ status, statusText, headers }: Response, body: unknown) {
    const { message, code, details, challenge } = (typeof body === 'object' ? (body ?? {}) : {}) as Partial<
      ApiError<C>
    >;
    super(message ?? (statusText || `The response has the status ${status}`));
    this.status = status;
    this.code = code;
    this.details = details ?? [];
    this.challenge = challenge;
    this.requestId = headers.get('x-request-id') ?? headers.get('apigw-requestid') ?? undefined;
    this.retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
    if (Number.isNaN(this.retryAfter)) this.retryAfter = undefined;
  }
}

/** No complete response arrived. The request may have had its effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Narrows an error to one of the codes: `if (isApiError(error, 'order_id_reused')) …`. Without codes, accepts every `ApiError`. */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<C extends KnownErrorCode>(
  error: unknown,
  ...codes: C[]
): error is ApiError<C> & { readonly code: C };
export function isApiError(error: unknown, ...codes: string[]): boolean {
  return error instanceof ApiError && (codes.length === 0 || codes.includes(error.code ?? ''));
}
