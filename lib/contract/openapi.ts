// The interface as an OpenAPI 3.1 document, made from the contract.
import type * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import { csvType } from '#lib/shared/csv.ts';
import { type Answer, bodySchemaOf } from './answer.ts';
import { csvPathOf } from './csv.ts';
import { refusalsOf, requestIdHeader } from './refusals.ts';
import type { Route } from './route.ts';
import { basePath } from './routes.ts';

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

/** Any JSON object, where no schema says more of it. */
const anyDocument = { 'application/json': { schema: { type: 'object' } } } as const;

function contentOf(answer: Answer) {
  if (answer.kind === 'document') return { content: anyDocument };
  const body = bodySchemaOf(answer);
  return body === undefined ? {} : { content: json(body) };
}

const locationHeader = { location: { schema: { type: 'string' as const, format: 'uri' } } };

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const { answer } = route;
  const success = {
    description: descriptions[answer.kind],
    headers: { ...requestIdHeader, ...(answer.kind === 'redirect' ? locationHeader : {}) },
    ...contentOf(answer),
  };
  const repeat =
    answer.kind === 'item' && answer.repeatStatus !== undefined ? { [answer.repeatStatus]: success } : {};
  return { [answer.status]: success, ...repeat, ...refusalsOf(route) };
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
  batch: 'One result for each, in the order sent',
  empty: 'Done, there is nothing to say',
  redirect: 'Go on to the landing page',
  document: 'The document',
} as const;

function operationOf(route: Route): ZodOpenApiOperationObject {
  const [tag = ''] = route.name.split('.');
  return {
    operationId: route.name,
    tags: [tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    ...(route.access === 'public' ? {} : { 'x-roles': [...route.access.roles] }),
    requestParams: {
      ...(route.params === undefined ? {} : { path: route.params }),
      ...(route.query === undefined ? {} : { query: route.query }),
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
        'Run a creator (affiliate) program: creators, campaigns, discount codes, tracking links, commissions. ' +
        'Tokens are server-side secrets; no browser can call this API.',
    },
    servers: [{ url: basePath }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
    paths,
  });
}
