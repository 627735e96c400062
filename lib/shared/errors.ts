// The failures the service expects, each with a code. Which HTTP status a code becomes is decided in
// lib/http/error-body.ts and nowhere else.

export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'methodNotAllowed'
  | 'conflict'
  | 'tooLarge'
  | 'unprocessable'
  | 'unsupportedMediaType'
  | 'tooManyRequests'
  | 'unavailable';

/** One field that was refused: `path` is dotted (`discounts.3.code`), empty for the whole input. */
export interface Detail {
  readonly path: string;
  readonly message: string;
}

interface Extras {
  readonly details?: readonly Detail[];
  /** Whole seconds after which it makes sense to try again. */
  readonly retryAfterSeconds?: number;
  /** The methods a path does answer to. */
  readonly allow?: readonly string[];
}

/** A failure whose message may be shown to the caller as it stands. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.extras = extras;
  }
}

export const invalid = (message: string, details: readonly Detail[]) =>
  new DomainError('invalid', message, { details });

/** The refusal of one body field, in the shape of a failed validation. */
export const invalidField = (path: string, message: string) =>
  invalid('Invalid request body', [{ path, message }]);

export const unauthenticated = (message: string) => new DomainError('unauthenticated', message);

export const forbidden = (message: string) => new DomainError('forbidden', message);

export const roleForbidden = () => forbidden('Your role does not allow this action');

/** `resource` is the word people use: `Affiliate`, `Campaign`. */
export const notFound = (resource: string) => new DomainError('notFound', `${resource} not found`);

export const conflict = (message: string) => new DomainError('conflict', message);

export const tooManyRequests = (message: string, retryAfterSeconds: number) =>
  new DomainError('tooManyRequests', message, { retryAfterSeconds });

/**
 * The database throttles, conflicts, does not answer or is away. Nothing is half-written; where an answer was lost, the
 * whole may have been written.
 */
export const unavailable = (cause?: unknown) => {
  const error = new DomainError('unavailable', 'The service is busy, try again shortly', {
    retryAfterSeconds: 1,
  });
  error.cause = cause;
  return error;
};

export const isUnavailable = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'unavailable';
