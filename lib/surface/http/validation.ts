// Validates requests against the contract. In tests and in the local stage, also validates responses.
import * as z from 'zod';
import { bodySchemaOf } from '#lib/foundation/contract/body-schema.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '#lib/foundation/contract/idempotency-key.ts';
import { type Route, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { invalid, notFound } from '#lib/foundation/shared/errors.ts';
import { missingResource } from '#lib/foundation/shared/resource-names.ts';
import { details, messages } from './details.ts';
import { parseBody } from './parse-body.ts';
import type { HttpEvent } from './request.ts';
import { envelope, type Reply, type ResultOf, type SerializedReply, serialize } from './response.ts';

const noParameters = z.strictObject({});

/**
 * Validates path parameters last and throws a 404 for a malformed id, so that clients get the same error as for an unknown id. A
 * value that the client chooses, such as an external id, is a 400.
 */
export function parseInput(route: Route, event: HttpEvent) {
  const query = (route.query ?? noParameters).safeParse(event.queryStringParameters ?? {}, messages);
  if (!query.success) {
    throw invalid('Invalid query parameters', details(query.error.issues, 'Unknown query parameter'));
  }
  const idempotencyKey = takesIdempotencyKey(route) ? parseIdempotencyKey(event) : undefined;
  const { body, rejected } = parseBody(route, event.body);
  const given = event.pathParameters ?? {};
  const params = paramsAt(route, Object.keys(given)).safeParse(given, messages);
  if (!params.success) {
    const { issues } = params.error;
    const [missing] = issues.map(missingResource);
    throw missing === undefined ? invalid('Invalid path', details(issues, '')) : notFound(missing);
  }
  return { query: query.data, body, rejected, params: params.data, idempotencyKey };
}

/** Selects the schema of the path that was requested, by the names of its parameters. */
const paramsAt = ({ params = noParameters, alsoAt }: Route, names: readonly string[]): z.ZodObject =>
  alsoAt !== undefined && Object.keys(alsoAt.params.shape).every((name) => names.includes(name))
    ? alsoAt.params
    : params;

function parseIdempotencyKey({ headers }: Pick<HttpEvent, 'headers'>): string | undefined {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  if (key === undefined || idempotencyKeyPattern.test(key)) return key;
  const message = 'Must be 1 to 255 printable ASCII characters';
  throw invalid('Invalid headers', [{ path: idempotencyKeyHeader, message }]);
}

export function toResponse<R extends Route>(route: R, result: ResultOf<R>): SerializedReply {
  const reply = envelope(route, result);
  if (environment.VALIDATE_ANSWERS === 'on' && reply.text === undefined) checkAnswer(route, reply);
  return serialize(reply);
}

function checkAnswer(route: Route, { statusCode, body }: Reply): void {
  const schema = bodySchemaOf(route.answer, statusCode);
  if (schema === undefined) return;
  const parsed = schema.safeParse(body);
  if (parsed.success) return;
  throw new Error(`The response of ${route.name} violates its contract: ${z.prettifyError(parsed.error)}`);
}
