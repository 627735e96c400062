// Validates request bodies. Each row of a batch is judged alone.
import * as z from 'zod';
import type { Route } from '#lib/foundation/contract/route.ts';
import { type DomainError, invalid } from '#lib/foundation/shared/errors.ts';
import { parsePostBody } from '#lib/foundation/shared/post-body.ts';
import { missingResource } from '#lib/foundation/shared/resource-names.ts';
import { details, messages } from './details.ts';
import type { RejectedRows } from './request.ts';

/** Endpoints without a body accept an empty object, because many clients send one. */
const noBody = z.strictObject({}).optional();
const missingBody = [{ path: '', message: 'Required: a JSON body' }];

/** A malformed id gets the same code as an unknown id. */
function invalidBody(issues: readonly z.core.$ZodIssue[]): DomainError {
  const areReferences = issues.every((issue) => missingResource(issue) !== undefined);
  const code = areReferences ? 'reference_not_found' : 'validation_failed';
  return invalid('Invalid request body', details(issues, 'Unknown field'), code);
}

interface ParsedBody {
  /** Without the rejected rows. */
  readonly body: unknown;
  readonly rejected: RejectedRows;
}

export function parseBody(route: Route, sent: unknown): ParsedBody {
  const parsed = parseWhole(route, sent);
  if (parsed.success) return { body: parsed.data, rejected: new Map() };
  if (sent === undefined) throw invalid('Invalid request body', missingBody);
  const { issues } = parsed.error;
  if (route.answer.kind !== 'batch') throw invalidBody(issues);
  const { itemsField } = route.answer;
  const ofBody = issues.filter((issue) => !isOfRow(issue, itemsField));
  if (ofBody.length > 0) throw invalidBody(ofBody);
  return parseRows(route, itemsField, Object(sent), Object(sent)[itemsField]);
}

/** Null removes a value in a PATCH. A POST has no value to remove, but its message can contain a PATCH. */
function parseWhole({ method, answer, body: schema = noBody }: Route, sent: unknown) {
  return method === 'POST' && answer.kind !== 'message'
    ? parsePostBody(schema, sent, messages)
    : schema.safeParse(sent, messages);
}

/** Judges each row of a batch alone. */
function parseRows(route: Route, field: string, sent: object, rows: readonly unknown[]): ParsedBody {
  const rejected = new Map<number, DomainError>();
  const accepted: unknown[] = [];
  for (const [index, row] of rows.entries()) {
    const { data, error } = parseWhole(route, { ...sent, [field]: [row] });
    if (error === undefined) accepted.push(...Object(data)[field]);
    else rejected.set(index, invalidBody(inRow(error.issues)));
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
