// The interface as an OpenAPI 3.1 document, made from the contract.
import type * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponsesObject } from 'zod-openapi';
import { type Answer, bodySchemaOf } from './answer.ts';
import { errorBody } from './error.ts';
import type { Route } from './route.ts';
import { basePath } from './routes.ts';

const json = (schema: z.ZodType) => ({ 'application/json': { schema } });

const refusals = {
  400: 'The input is not as described: `details` names each field',
  401: 'No token, or one that is invalid, expired or revoked',
  403: 'The plan or the role does not allow it, or a limit of the plan is reached',
  404: 'It does not exist in this brand',
  409: 'Its state, or a value that is taken, does not allow it',
  413: 'The body is larger than 256 KiB',
  415: 'The body is not application/json',
  429: 'Too many requests: try again after `retry-after` seconds',
  503: 'The service is busy and nothing was written: try again after `retry-after` seconds',
} as const;

type RefusalStatus = keyof typeof refusals;

/** Every query parameter that is not known is a 400, but where the query is loose. */
const letsAnythingPass = ({ query }: Route): boolean => query?.def.catchall?._zod.def.type === 'unknown';

/** Which refusals a route can answer with follows from what it takes. */
function refusalStatuses(route: Route): readonly RefusalStatus[] {
  const isWrite = route.method !== 'GET';
  return [
    ...(route.access === 'public' ? [] : ([401, 403] as const)),
    ...(route.signsTokens && route.access === 'public' ? ([401, 429] as const) : []),
    ...(isWrite || !letsAnythingPass(route) ? ([400] as const) : []),
    ...(route.params === undefined ? [] : ([404] as const)),
    ...(isWrite && route.access !== 'public' ? ([409] as const) : []),
    ...(isWrite ? ([413, 415] as const) : []),
    503,
  ];
}

/** Any JSON object, where no schema says more of it. */
const anyDocument = { 'application/json': { schema: { type: 'object' } } } as const;

function contentOf(answer: Answer) {
  if (answer.kind === 'document') return { content: anyDocument };
  const body = bodySchemaOf(answer);
  return body === undefined ? {} : { content: json(body) };
}

function responsesOf(route: Route): ZodOpenApiResponsesObject {
  const { answer } = route;
  const success = {
    description: descriptions[answer.kind],
    ...contentOf(answer),
    ...(answer.kind === 'redirect'
      ? { headers: { location: { schema: { type: 'string' as const, format: 'uri' } } } }
      : {}),
  };
  const repeat =
    answer.kind === 'item' && answer.repeatStatus !== undefined ? { [answer.repeatStatus]: success } : {};
  const refused = refusalStatuses(route).map((status) => [
    status,
    { description: refusals[status], content: json(errorBody) },
  ]);
  return { [answer.status]: success, ...repeat, ...Object.fromEntries(refused) };
}

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
    ...(route.body === undefined ? {} : { requestBody: { content: json(route.body) } }),
    responses: responsesOf(route),
  };
}

export function openApiDocument(routes: readonly Route[]): unknown {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
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
