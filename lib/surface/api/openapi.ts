// Builds the OpenAPI 3.1 document from the routes.
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { csvPathOf } from '#lib/foundation/contract/csv.ts';
import { basePath, type Route } from '#lib/foundation/contract/route.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import { describeDocument } from './descriptions.ts';
import { errorCodesOf } from './error-codes.ts';
import { errorResponsesOf } from './error-responses.ts';
import { readEventExamples, readExamples } from './examples.ts';
import { introduction } from './introduction.ts';
import type { ApiDocument } from './json-schema.ts';
import { nameSchemas } from './named-schemas.ts';
import { descriptionOf } from './operation-description.ts';
import { allowNullInPostBodies } from './post-bodies.ts';
import { addExamples } from './recorded-examples.ts';
import { headersOf } from './request-headers.ts';
import { csvResponse, jsonContent, successResponsesOf } from './success-responses.ts';
import { tagGroups, tags } from './tags.ts';
import { describeEvents, webhooks } from './webhook-requests.ts';

const requestBodyOf = ({ body }: Route) =>
  body === undefined
    ? {}
    : { requestBody: { required: !body.safeParse(undefined).success, content: jsonContent(body) } };

function csvPaths(route: Route, operation: ZodOpenApiOperationObject) {
  const path = csvPathOf(route);
  if (path === undefined) return {};
  const responses = { ...operation.responses, [route.answer.status]: csvResponse };
  const summary = `${route.summary} (CSV)`;
  return { [path]: { get: { ...operation, operationId: `${route.name}.csv`, summary, responses } } };
}

const securityOf = ({ access, scope }: Route): Record<string, string[]>[] => {
  if (access === 'public') return [];
  return scope === undefined ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }];
};

function otherPaths(route: Route, operation: ZodOpenApiOperationObject) {
  if (route.alsoAt === undefined) return {};
  const { name, path, params } = route.alsoAt;
  const requestParams = { ...operation.requestParams, path: params };
  // Menus show only the summary, so it must differ.
  const summary = `${route.summary} (${toKebabCase(name).replaceAll('-', ' ')})`;
  const other = { ...operation, operationId: `${route.name}.${name}`, summary, requestParams };
  return { [path]: { [route.method.toLowerCase()]: other } };
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const [tag = ''] = route.name.split('.');
  const description = descriptionOf(route);
  return {
    operationId: route.name,
    tags: [tag],
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    security: securityOf(route),
    ...(route.access === 'public' ? {} : { 'x-roles': [...route.access.roles] }),
    ...(route.scope === undefined || route.scope === 'any' ? {} : { 'x-required-scope': route.scope }),
    'x-error-codes': errorCodesOf(route),
    ...(route.itemErrors === undefined ? {} : { 'x-item-error-codes': route.itemErrors }),
    requestParams: {
      ...(route.params === undefined ? {} : { path: route.params }),
      ...(route.query === undefined ? {} : { query: route.query }),
      ...headersOf(route),
    },
    ...requestBodyOf(route),
    responses: { ...successResponsesOf(route), ...errorResponsesOf(route) },
  };
}

function finished(document: ApiDocument): ApiDocument {
  describeEvents(document, readEventExamples());
  allowNullInPostBodies(document);
  describeDocument(document);
  nameSchemas(document);
  addExamples(document, readExamples());
  return document;
}

/** A path of the document begins with a slash. The service redirects `/v1/` to `/v1`. */
export const documentedPathOf = ({ path }: Pick<Route, 'path'>): string => (path === '' ? '/' : path);

const servers = [
  { url: basePath, description: 'The stage that serves this document.' },
  { url: `http://127.0.0.1:3000${basePath}`, description: 'A stage on your machine: `npm start`.' },
  {
    url: `https://{domain}${basePath}`,
    description: 'A deployed stage.',
    variables: { domain: { default: 'affiliates.acme.test', description: 'The domain of the stage.' } },
  },
];

/** Describes exactly what the service accepts and returns. The tests check answers with it, and `published` opens it for clients. */
export function openApiDocument(routes: readonly Route[]): ApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const operation = operationOf(route);
    const head = route.head && { head: { ...operation, operationId: `${route.name}.head` } };
    const path = documentedPathOf(route);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation, ...head };
    Object.assign(paths, csvPaths(route, operation));
    for (const [path, other] of Object.entries(otherPaths(route, operation)))
      paths[path] = { ...paths[path], ...other };
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Creator Affiliate Program Service',
      version: '1.0.0',
      description: introduction,
      contact: { name: 'The operator of the service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers,
    tags,
    'x-tagGroups': tagGroups,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `accessToken` of `POST /v1/auth/brand/login`.',
        },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of `POST /v1/api-keys`. `x-required-scope` of an endpoint names the scope that the key needs.',
        },
      },
    },
    paths,
    webhooks,
  });
  return finished(JSON.parse(JSON.stringify(document)));
}
