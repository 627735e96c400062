// Validates requests against the contract. In tests and in the local stage, also validates responses.
import * as z from 'zod';
import { bodySchemaOf } from '#lib/contract/answer.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '#lib/contract/idempotency-key.ts';
import { type Route, takesIdempotencyKey } from '#lib/contract/route.ts';
import { environment } from '#lib/shared/environment.ts';
import { type Detail, type DomainError, invalid, notFoundMessage } from '#lib/shared/errors.ts';
import { parsePostBody } from '#lib/shared/post-body.ts';
import type { HttpEvent, RejectedRows } from './request.ts';
import { envelope, type Reply, type ResultOf, type SerializedReply, serialize } from './response.ts';

/** The error response lists at most this many invalid fields, because Lambda limits the size of responses. */
const maxDetails = 100;

/** Returns only the first problem of each field, because the other problems often follow from it. */
function details(issues: readonly z.core.$ZodIssue[], unknownKey: string): readonly Detail[] {
  const byPath = new Map<string, Detail>();
  for (const issue of issues) {
    for (const detail of detailsOf(issue, unknownKey)) {
      if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
    }
    if (byPath.size >= maxDetails) break;
  }
  return [...byPath.values()].slice(0, maxDetails);
}

function detailsOf(issue: z.core.$ZodIssue, unknownKey: string): readonly Detail[] {
  const path = issue.path.join('.');
  // The message of zod for a wrong key of a record does not say what is wrong.
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: unknownKey }));
}

/** Replaces zod's message for a missing field, which mentions the type `undefined`. */
const messages = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Required' : undefined),
};

/** Endpoints without a body accept an empty object, because many clients send one. */
const noBody = z.strictObject({}).optional();
const noParameters = z.strictObject({});
const missingBody = [{ path: '', message: 'Required: a JSON body' }];

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
  const params = (route.params ?? noParameters).safeParse(event.pathParameters ?? {}, messages);
  if (!params.success) {
    const found = details(params.error.issues, '');
    const message = found[0]?.message ?? 'Route not found';
    throw message.endsWith(' not found') ? notFoundMessage(message) : invalid('Invalid path', found);
  }
  return { query: query.data, body, rejected, params: params.data, idempotencyKey };
}

/** A malformed id gets the same code as an unknown id. */
function invalidBody(found: readonly Detail[]): DomainError {
  const areReferences = found.every(({ message }) => message.endsWith(' not found'));
  return invalid('Invalid request body', found, areReferences ? 'reference_not_found' : 'validation_failed');
}

interface ParsedBody {
  /** Without the rejected rows. */
  readonly body: unknown;
  readonly rejected: RejectedRows;
}

function parseBody(route: Route, sent: unknown): ParsedBody {
  const parsed = parseWhole(route, sent);
  if (parsed.success) return { body: parsed.data, rejected: new Map() };
  if (sent === undefined) throw invalidBody(missingBody);
  const { issues } = parsed.error;
  if (route.answer.kind !== 'batch') throw invalidBody(details(issues, 'Unknown field'));
  const { itemsField } = route.answer;
  const ofBody = issues.filter((issue) => !isOfRow(issue, itemsField));
  if (ofBody.length > 0) throw invalidBody(details(ofBody, 'Unknown field'));
  return parseRows(route, itemsField, Object(sent), Object(sent)[itemsField]);
}

/** Null removes a value in a PATCH. A POST has no value to remove. */
function parseWhole({ method, body: schema = noBody }: Route, sent: unknown) {
  return method === 'POST' ? parsePostBody(schema, sent, messages) : schema.safeParse(sent, messages);
}

/** Judges each row of a batch alone. */
function parseRows(route: Route, field: string, sent: object, rows: readonly unknown[]): ParsedBody {
  const rejected = new Map<number, DomainError>();
  const accepted: unknown[] = [];
  for (const [index, row] of rows.entries()) {
    const { data, error } = parseWhole(route, { ...sent, [field]: [row] });
    if (error === undefined) accepted.push(...Object(data)[field]);
    else rejected.set(index, invalidBody(details(inRow(error.issues), 'Unknown field')));
  }
  return { body: { ...sent, [field]: accepted }, rejected };
}

const rowPathLength = 2;

/** A row of the wrong type is a problem of the list. */
const isOfRow = ({ code, path }: z.core.$ZodIssue, field: string): boolean =>
  path[0] === field &&
  (path.length > rowPathLength || (path.length === rowPathLength && code !== 'invalid_type'));

const inRow = (issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] =>
  issues.map((issue) => ({ ...issue, path: issue.path.slice(rowPathLength) }));

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
