// Defines expected failures, each with a code. lib/http/error-body.ts maps the codes to HTTP statuses.
import type { ErrorName } from './error-names.ts';

export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'methodNotAllowed'
  | 'conflict'
  | 'gone'
  | 'tooLarge'
  | 'unprocessable'
  | 'unsupportedMediaType'
  | 'tooManyRequests'
  | 'unavailable';

/** `path` is dotted (`discounts.3.code`), or empty for the whole input. */
export interface Detail {
  readonly path: string;
  readonly message: string;
  /** The ids or suggestions of the message, so that clients need not parse it. */
  readonly values?: readonly string[];
}

interface Extras {
  readonly name?: ErrorName;
  readonly details?: readonly Detail[];
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** The challenge that a client solves before it sends the request again. */
  readonly challenge?: { readonly token: string; readonly difficulty: number };
}

/** Callers receive `message`, so it must not contain internal details. */
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

export const invalidField = (path: string, message: string) =>
  invalid('Invalid request body', [{ path, message }]);

export const unauthenticated = (message: string) => new DomainError('unauthenticated', message);

export const forbidden = (message: string, extras?: Pick<Extras, 'name' | 'details'>) =>
  new DomainError('forbidden', message, extras);

export const roleForbidden = () => forbidden('Your role does not allow this action');

export const notFound = (resource: string) => new DomainError('notFound', `${resource} not found`);

/** The resource existed, and will not exist again without an action of its owner. */
export const gone = (message: string) => new DomainError('gone', message);

export const conflict = (message: string, extras?: Pick<Extras, 'name' | 'details'>) =>
  new DomainError('conflict', message, extras);

/** Creates the 503 for a busy table. If only the response of a write was lost, the write may still have been committed. */
export const unavailable = (cause?: unknown) => {
  const error = new DomainError('unavailable', 'The service is busy, try again shortly', {
    retryAfterSeconds: 1,
  });
  error.cause = cause;
  return error;
};

export const isUnavailable = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code === 'unavailable';
