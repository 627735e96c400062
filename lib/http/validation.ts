// Input against the contract, and answers: in tests and on one machine they are held against it, too.
import * as z from 'zod';
import { bodySchemaOf } from '#lib/contract/answer.ts';
import { idempotencyKeyHeader, idempotencyKeyPattern } from '#lib/contract/idempotency-key.ts';
import { type Route, takesIdempotencyKey } from '#lib/contract/route.ts';
import { environment } from '#lib/shared/environment.ts';
import { type Detail, DomainError, invalid } from '#lib/shared/errors.ts';
import type { HttpEvent } from './request.ts';
import { envelope, type ResultOf, type Serialized, serialize } from './response.ts';

/** A body of 256 KiB can be wrong in so many places that the answer would be larger than a Lambda may send. */
const maxDetails = 100;

/** One detail for each field: the first thing that is wrong with it, which the others often follow from. */
function details(error: z.ZodError, unknownKey: string): readonly Detail[] {
  const byPath = new Map<string, Detail>();
  for (const issue of error.issues) {
    for (const detail of detailsOf(issue, unknownKey)) {
      if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
    }
    if (byPath.size >= maxDetails) break;
  }
  return [...byPath.values()].slice(0, maxDetails);
}

function detailsOf(issue: z.core.$ZodIssue, unknownKey: string): readonly Detail[] {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: unknownKey }));
}

/** What is absent is said to be missing, rather than to be of the type `undefined`. */
const messages = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Required' : undefined),
};

/** For endpoints that take no body: none at all, or an empty object, which many clients send unasked. */
const noBody = z.strictObject({}).optional();
const noParameters = z.strictObject({});
const noBodySent = [{ path: '', message: 'Required: a JSON body' }];

/** The typed parts of the input. Path parameters come last: an id that is none is answered like an unknown one, 404. */
export function parseInput(route: Route, event: HttpEvent) {
  const query = (route.query ?? noParameters).safeParse(event.queryStringParameters ?? {}, messages);
  if (!query.success) {
    throw invalid('Invalid query parameters', details(query.error, 'Unknown query parameter'));
  }
  const idempotencyKey = takesIdempotencyKey(route) ? parseIdempotencyKey(event) : undefined;
  const sent: unknown = event.body;
  const body = (route.body ?? noBody).safeParse(sent, messages);
  if (!body.success) {
    throw invalid(
      'Invalid request body',
      sent === undefined ? noBodySent : details(body.error, 'Unknown field'),
    );
  }
  const params = (route.params ?? noParameters).safeParse(event.pathParameters ?? {}, messages);
  if (!params.success) {
    throw new DomainError('notFound', params.error.issues[0]?.message ?? 'Not found');
  }
  return { query: query.data, body: body.data, params: params.data, idempotencyKey };
}

/** The key that a request names; undefined where it names none. */
function parseIdempotencyKey({ headers }: Pick<HttpEvent, 'headers'>): string | undefined {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  if (key === undefined || idempotencyKeyPattern.test(key)) return key;
  const message = 'Must be 1 to 255 printable ASCII characters';
  throw invalid('Invalid headers', [{ path: idempotencyKeyHeader, message }]);
}

/** A handler's result as it is answered; where answers are validated, held against the contract first. */
export function answerOf<R extends Route>(route: R, result: ResultOf<R>): Serialized {
  const reply = envelope(route, result);
  if (environment.VALIDATE_ANSWERS === 'on' && reply.text === undefined) checkAnswer(route, reply.body);
  return serialize(reply);
}

/** Throws where a successful answer is not what the contract says: that is a defect of ours. */
function checkAnswer(route: Route, body: unknown): void {
  const schema = bodySchemaOf(route.answer);
  if (schema === undefined) return;
  const parsed = schema.safeParse(body);
  if (parsed.success) return;
  throw new Error(`${route.name} answers against its contract: ${z.prettifyError(parsed.error)}`);
}
