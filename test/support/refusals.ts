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

/** An error body. Only a 400 for invalid input, and an error with a `code`, have `details`. */
export const errorBody = (
  statusCode: RefusedStatus,
  message: unknown,
  details?: readonly Detail[],
  code?: string,
) => ({
  statusCode,
  message,
  error: reasonPhrases[statusCode],
  ...(code !== undefined && { code }),
  ...(details && { details }),
});

/** The body of a 400 that rejects exactly these fields, with any messages. */
export const invalidFields = (...paths: readonly string[]) =>
  errorBody(
    400,
    'Invalid request body',
    paths.map((path) => ({ path, message: expect.any(String) })),
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
