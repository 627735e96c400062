// The body: its size, its type, its JSON. @middy/http-json-body-parser reads it; this says what its refusals mean here.
import type { MiddlewareObj } from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import { DomainError, invalid } from '#lib/shared/errors.ts';
import type { HttpEvent } from './request.ts';

export const maxBodyBytes = 262_144;

/** Half of a surrogate pair is no text: it cannot be written as UTF-8, and so not be stored as it was sent. */
const wellFormed = (_: string, value: unknown): unknown => {
  if (typeof value === 'string' && !value.isWellFormed()) throw new Error('A text is not well-formed');
  return value;
};

const parser = httpJsonBodyParser({ reviver: wellFormed });

/** What a GET or HEAD carries in its body has no meaning (RFC 9110, 9.3.1): it is passed over. */
const reads = ({ requestContext: { http } }: HttpEvent): boolean => ['GET', 'HEAD'].includes(http.method);

const sizeOf = ({ body = '', isBase64Encoded }: HttpEvent): number =>
  Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8');

/** What is compressed, or in another character set, would be read as something else than was meant. */
function checkEncoding({ headers }: HttpEvent): void {
  const charset = /charset="?([^";]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (!/^utf-?8$/i.test(charset.trim()) || encoding.toLowerCase() !== 'identity') throw unsupported();
}

const unsupported = () =>
  new DomainError(
    'unsupportedMediaType',
    'Send the body as content-type: application/json, in UTF-8, not compressed',
  );

/** Replaces the event's body by what its JSON says; one that is not sent, or that means nothing (GET), is undefined. */
export const jsonBody = (): MiddlewareObj<HttpEvent> => ({
  before: async (request) => {
    const { event } = request;
    const size = reads(event) ? 0 : sizeOf(event);
    if (size > maxBodyBytes) {
      throw new DomainError('tooLarge', `The body must be at most ${maxBodyBytes} bytes`);
    }
    if (size === 0) {
      delete event.body;
      return;
    }
    checkEncoding(event);
    try {
      await parser.before?.(request as never);
    } catch (error) {
      throw meaningOf(error);
    }
  },
});

function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error && 'statusCode' in error)) return error;
  return error.statusCode === 415
    ? unsupported()
    : invalid('The body is not valid JSON', [{ path: '', message: 'Must be valid JSON' }]);
}
