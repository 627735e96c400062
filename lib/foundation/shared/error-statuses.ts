// Maps the kinds of errors to HTTP statuses and their reason phrases (RFC 9110).
import type { ErrorKind } from './error-codes.ts';

const forbidden = [403, 'Forbidden'] as const;
const notFound = [404, 'Not Found'] as const;
const gone = [410, 'Gone'] as const;
const unavailable = [503, 'Service Unavailable'] as const;

/** Lists the kinds of a redirect apart, so that the bundle of the tracking link does not contain the others. */
export const redirectErrorStatuses: Partial<Record<ErrorKind, readonly [number, string]>> = {
  forbidden,
  notFound,
  gone,
  unavailable,
};

export const errorStatuses = {
  invalid: [400, 'Bad Request'],
  unauthenticated: [401, 'Unauthorized'],
  forbidden,
  notFound,
  methodNotAllowed: [405, 'Method Not Allowed'],
  conflict: [409, 'Conflict'],
  gone,
  preconditionFailed: [412, 'Precondition Failed'],
  tooLarge: [413, 'Content Too Large'],
  unsupportedMediaType: [415, 'Unsupported Media Type'],
  unprocessable: [422, 'Unprocessable Content'],
  tooManyRequests: [429, 'Too Many Requests'],
  internal: [500, 'Internal Server Error'],
  unavailable,
} as const satisfies Record<ErrorKind, readonly [number, string]>;

export type ErrorStatus = (typeof errorStatuses)[ErrorKind][0];
