// The errors of requests.
import type { ErrorChallenge, ErrorDetail, KnownErrorCode } from './generated/types.ts';

/** The service can add codes: treat an unknown one like its status. */
export type Code = KnownErrorCode | (string & {});

/** The service refused the request, or failed. */
export class ApiError<C extends Code = Code> extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Undefined if something between the client and the service answered, such as the gateway. */
  readonly code: C | undefined;
  /** One entry for each invalid field, and values that a code promises. */
  readonly details: readonly ErrorDetail[];
  /** The proof of work that `login_challenge` asks for. */
  readonly challenge: ErrorChallenge | undefined;
  /** Name it when you report a problem. */
  readonly requestId: string | undefined;
  /** Seconds until a retry makes sense. */
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
