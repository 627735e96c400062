// The interface as an OpenAPI 3.1 document, made from the contract.
import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import { type Answer, bodySchemaOf } from '#lib/contract/answer.ts';
import { csvPathOf } from '#lib/contract/csv.ts';
import {
  idempotencyKeyHeader,
  idempotencyKeyPattern,
  replayedHeader,
} from '#lib/contract/idempotency-key.ts';
import { basePath, type Route, takesIdempotencyKey } from '#lib/contract/route.ts';
import { csvType } from '#lib/shared/csv.ts';
import { refusalsOf, requestIdHeader } from './refusals.ts';

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** Any JSON object, where no schema says more of it. */
const anyDocument = { 'application/json': { schema: { type: 'object' } } } as const;

function contentOf(answer: Answer) {
  if (answer.kind === 'document') return { content: anyDocument };
  const body = bodySchemaOf(answer);
  return body === undefined ? {} : { content: json(body) };
}

const replayHeader = {
  [replayedHeader]: {
    description: 'On an answer that was given before: to the first request with this `Idempotency-Key`',
    schema: { type: 'string' as const, const: 'true' },
  },
};

const idempotencyKey = z.object({
  [idempotencyKeyHeader]: z.string().regex(idempotencyKeyPattern).optional().meta({
    description: 'Names this request: sent again, it has its effect once, and the answer it had',
  }),
});

const locationHeader = { location: { schema: { type: 'string' as const, format: 'uri' } } };

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const { answer } = route;
  const success = {
    description: descriptions[answer.kind],
    headers: {
      ...requestIdHeader,
      ...(answer.kind === 'redirect' ? locationHeader : {}),
      ...(takesIdempotencyKey(route) ? replayHeader : {}),
    },
    ...contentOf(answer),
  };
  const otherwise =
    answer.kind === 'item' && answer.statusWhenUnchanged !== undefined
      ? { [answer.statusWhenUnchanged]: success }
      : {};
  return { [answer.status]: success, ...otherwise, ...refusalsOf(route) };
}

/** A body that may be left out is one that the schema takes when there is none. */
const requestBodyOf = ({ body }: Route) =>
  body === undefined
    ? {}
    : { requestBody: { required: !body.safeParse(undefined).success, content: json(body) } };

/** The file that an item can also be asked for as: an operation of its own in the document, though not to the gateway. */
function csvPaths(route: Route, operation: ZodOpenApiOperationObject) {
  const path = csvPathOf(route);
  if (path === undefined) return {};
  const file = {
    description: 'The file',
    headers: { ...requestIdHeader, ...fileHeader },
    content: { [csvType.split(';')[0] ?? csvType]: { schema: { type: 'string' as const } } },
  };
  const responses = { ...operation.responses, [route.answer.status]: file };
  return { [path]: { get: { ...operation, operationId: `${route.name}.csv`, responses } } };
}

const fileHeader = { 'content-disposition': { schema: { type: 'string' as const } } };

const descriptions = {
  item: 'Done',
  list: 'A page of the list',
  batch:
    'One result for each, in the order sent. `meta` counts all that were sent (`total`), those that this request has done, and ' +
    'those that `failed`; its `cursor` is always null',
  empty: 'Done, there is nothing to say',
  redirect: 'Go on to the landing page',
  document: 'The document',
} as const;

/** Who reads of an endpoint alone must not take it for one that can be sent again. */
const withoutKey = 'Takes no `Idempotency-Key`: what a session answers is a secret, which is not kept.';

function descriptionOf(route: Route): string | undefined {
  if (route.method !== 'POST' || takesIdempotencyKey(route)) return route.description;
  return route.description === undefined ? withoutKey : `${route.description} ${withoutKey}`;
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const [tag = ''] = route.name.split('.');
  const description = descriptionOf(route);
  return {
    operationId: route.name,
    tags: [tag],
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(route.access === 'public' ? {} : { 'x-roles': [...route.access.roles] }),
    requestParams: {
      ...(route.params === undefined ? {} : { path: route.params }),
      ...(route.query === undefined ? {} : { query: route.query }),
      ...(takesIdempotencyKey(route) ? { header: idempotencyKey } : {}),
    },
    ...requestBodyOf(route),
    responses: responsesOf(route),
  };
}

export function openApiDocument(routes: readonly Route[]): unknown {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const operation = operationOf(route);
    const head = route.head && { head: { ...operation, operationId: `${route.name}.head` } };
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation, ...head };
    Object.assign(paths, csvPaths(route, operation));
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Creator Affiliate Program Service',
      version: '1.0.0',
      description:
        'Run a creator (affiliate) program: creators, campaigns, discount codes, tracking links; orders and refunds, the ' +
        'commissions that are earned with them, and payouts. ' +
        'Tokens are server-side secrets; no browser can call this API.\n\n' +
        'A request with an `Idempotency-Key` may be sent again, for 24 hours: it has its effect once, and is answered byte for ' +
        'byte as it was. Keys are the brand’s. The same key with other input (query or body), or at another endpoint, is a 422; ' +
        'while the first request is under way, a 409 with `retry-after`: both leave the key to whom it belongs. What is refused ' +
        'otherwise (4xx) is not kept and leaves the key free; after a 5xx send the same request again.',
    },
    servers: [{ url: basePath }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths,
  });
}
