// Defines expected failures, each with a code of error-codes.ts. lib/surface/http/error-body.ts maps their kinds to HTTP statuses.
import type { CodeOf, ErrorCode, ErrorKind } from './error-codes.ts';
import { type Resource, resources } from './resources.ts';

/** `path` is dotted (`discounts.3.code`), or empty for the whole input. */
export interface Detail {
  readonly path: string;
  readonly message: string;
  /** The ids or suggestions of the message, so that clients need not parse it. */
  readonly values?: readonly string[];
}

export type LinkTexts = readonly [title: string, message: string];

interface Extras {
  readonly details?: readonly Detail[];
  readonly retryAfterSeconds?: number;
  readonly allow?: readonly string[];
  /** Names the present version of the resource. */
  readonly etag?: string;
  /** The brand's texts for people who follow a tracking link. */
  readonly linkTexts?: LinkTexts | undefined;
  /** The challenge that a client solves before it sends the request again. */
  readonly challenge?: { readonly token: string; readonly difficulty: number };
}

/** Allows only codes of the kind. */
type Arguments = {
  [Kind in ErrorKind]: [kind: Kind, code: CodeOf<Kind>, message: string, extras?: Extras];
}[ErrorKind];

/** Callers receive `message`, so it must not contain internal details. */
export class DomainError extends Error {
  readonly kind: ErrorKind;
  readonly code: ErrorCode;
  readonly extras: Extras;

  constructor(...[kind, code, message, extras = {}]: Arguments) {
    super(message);
    this.name = 'DomainError';
    this.kind = kind;
    this.code = code;
    this.extras = extras;
  }
}

export const invalid = (
  message: string,
  details: readonly Detail[],
  code: CodeOf<'invalid'> = 'validation_failed',
) => new DomainError('invalid', code, message, { details });

export const invalidField = (path: string, message: string, code?: CodeOf<'invalid'>) =>
  invalid('Invalid request body', [{ path, message }], code);

/** The body names a resource that does not exist. */
export const unknownReference = (path: string, resource: Resource) =>
  invalidField(path, resources[resource].message, 'reference_not_found');

export const unauthenticated = (code: CodeOf<'unauthenticated'>, message: string) =>
  new DomainError('unauthenticated', code, message);

type WithDetails = Pick<Extras, 'details'>;

export const forbidden = (code: CodeOf<'forbidden'>, message: string, extras?: WithDetails) =>
  new DomainError('forbidden', code, message, extras);

export const roleForbidden = () => forbidden('role_forbidden', 'Your role does not allow this action');

export const notFound = (resource: Resource) =>
  new DomainError('notFound', resources[resource].code, resources[resource].message);

/** The resource existed, and will not exist again without an action of its owner. */
export const gone = (code: CodeOf<'gone'>, message: string) => new DomainError('gone', code, message);

export const conflict = (code: CodeOf<'conflict'>, message: string, extras?: WithDetails) =>
  new DomainError('conflict', code, message, extras);

/** Creates the 503 for a busy table. If only the response of a write was lost, the write may still have been committed. */
export const unavailable = (cause?: unknown, message = 'The service is busy, try again shortly') => {
  const error = new DomainError('unavailable', 'service_busy', message, { retryAfterSeconds: 1 });
  error.cause = cause;
  return error;
};

export const isUnavailable = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.kind === 'unavailable';
