// Maps the kinds of errors to HTTP statuses and their reason phrases (RFC 9110).
import type { ErrorKind } from './error-codes.ts';

export const errorStatuses = {
  invalid: [400, 'Bad Request'],
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  notFound: [404, 'Not Found'],
  methodNotAllowed: [405, 'Method Not Allowed'],
  conflict: [409, 'Conflict'],
  gone: [410, 'Gone'],
  tooLarge: [413, 'Content Too Large'],
  unsupportedMediaType: [415, 'Unsupported Media Type'],
  unprocessable: [422, 'Unprocessable Content'],
  tooManyRequests: [429, 'Too Many Requests'],
  internal: [500, 'Internal Server Error'],
  unavailable: [503, 'Service Unavailable'],
} as const satisfies Record<ErrorKind, readonly [number, string]>;

export type ErrorStatus = (typeof errorStatuses)[ErrorKind][0];
