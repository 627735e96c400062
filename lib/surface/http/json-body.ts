// Checks the size and the type of a request body, and parses it with @middy/http-json-body-parser.
import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { Route } from '#lib/foundation/contract/route.ts';
import { DomainError, invalid } from '#lib/foundation/shared/errors.ts';
import { jsonTextOf, repeatedKeyIn } from '#lib/foundation/shared/json-text.ts';
import type { HttpEvent } from './request.ts';

export const maxBodyBytes = 262_144;

const loneSurrogate = 'Must not contain half of a surrogate pair';

/** Rejects lone surrogates, because UTF-8 cannot encode them. */
const rejectLoneSurrogates = (_: string, value: unknown): unknown => {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error(loneSurrogate);
  return value;
};

const parser = httpJsonBodyParser({ reviver: rejectLoneSurrogates });

/** Ignores the body of a GET or HEAD request, because it has no defined meaning (RFC 9110, 9.3.1). */
const ignoresBody = ({ requestContext: { http } }: HttpEvent): boolean =>
  ['GET', 'HEAD'].includes(http.method);

const sizeOf = ({ body = '', isBase64Encoded }: HttpEvent): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** Rejects compressed bodies and character sets other than UTF-8, because the parser would misread them. */
function checkEncoding({ headers }: HttpEvent): void {
  const charset = /charset="?([^";]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!/^utf-?8$/i.test(charset.trim())) throw unsupported('Send the body in UTF-8');
  if (encoding.toLowerCase() !== 'identity') throw unsupported('Send the body uncompressed');
}

const unsupported = (message: string) =>
  new DomainError('unsupportedMediaType', 'unsupported_media_type', message);

export const jsonBody = ({ maxBodyBytes: limit = maxBodyBytes }: Route): MiddlewareObj<HttpEvent> => ({
  before: async (request) => {
    const { event } = request;
    const size = ignoresBody(event) ? 0 : sizeOf(event);
    if (size > limit) {
      throw new DomainError('tooLarge', 'body_too_large', `The body must be at most ${limit} bytes`);
    }
    if (size === 0) {
      delete event.body;
      return;
    }
    checkEncoding(event);
    const text = jsonTextOf(event);
    Object.assign(event, { body: text, isBase64Encoded: false });
    try {
      await parser.before?.(request as never);
    } catch (error) {
      throw toDomainError(error);
    }
    const repeated = repeatedKeyIn(text);
    if (repeated !== undefined)
      throw notJson(`Must not contain a key twice in one object: ${JSON.stringify(repeated.slice(0, 100))}`);
  },
});

const notJson = (message: string) =>
  invalid('The body is not valid JSON', [{ path: '', message }], 'json_invalid');

function toDomainError(error: unknown): unknown {
  if (!(error instanceof Error && 'statusCode' in error)) return error;
  if (error.statusCode === 415) return unsupported('Send the header content-type: application/json');
  const { data, message }: { data?: unknown; message?: string } = Object(error.cause);
  // Only the error of a forbidden key has no message of JSON.parse.
  if (message === undefined) return notJson(`Must not contain the key "${data}" here`);
  if (message === loneSurrogate) return notJson(loneSurrogate);
  return notJson(
    message.startsWith('Maximum call stack') ? 'Must not be nested so deeply' : 'Must be valid JSON',
  );
}
