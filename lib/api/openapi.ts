// Builds the OpenAPI 3.1 document from the routes.
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { csvPathOf } from '#lib/contract/csv.ts';
import { describeFilterSets } from '#lib/contract/filter-sets.ts';
import { basePath, type Route, takesIdempotencyKey } from '#lib/contract/route.ts';
import { describeDocument } from './descriptions.ts';
import { errorCodesOf } from './error-codes.ts';
import { errorResponsesOf } from './error-responses.ts';
import { readEventExamples, readExamples } from './examples.ts';
import { introduction } from './introduction.ts';
import type { ApiDocument } from './json-schema.ts';
import { nameSchemas } from './named-schemas.ts';
import { allowNullInPostBodies } from './post-bodies.ts';
import { addExamples } from './recorded-examples.ts';
import { headersOf } from './request-headers.ts';
import { csvResponse, jsonContent, successResponsesOf } from './success-responses.ts';
import { describeEvents, webhooks } from './webhooks.ts';

const requestBodyOf = ({ body }: Route) =>
  body === undefined
    ? {}
    : { requestBody: { required: !body.safeParse(undefined).success, content: jsonContent(body) } };

function csvPaths(route: Route, operation: ZodOpenApiOperationObject) {
  const path = csvPathOf(route);
  if (path === undefined) return {};
  const responses = { ...operation.responses, [route.answer.status]: csvResponse };
  return { [path]: { get: { ...operation, operationId: `${route.name}.csv`, responses } } };
}

/** Lists with several filters say which of them can be combined. */
function filterNotes({ filterSets, query }: Route): readonly string[] {
  const names = Object.keys(query?.shape ?? {});
  const sets = filterSets === undefined ? [] : describeFilterSets(filterSets, names);
  if (sets.length < 2) return [];
  return [`Filters that can be sent together: ${sets.join('; ')}. Any other combination returns 400.`];
}

const withoutKey = 'Does not accept an `Idempotency-Key`.';

const ratesNote = ({ rateFields = [] }: Route) =>
  rateFields.map(
    (field) =>
      `A brand can reserve rates for admins. Then \`${field}\` in the body of a member returns 403 with the code \`rate_for_admins_only\`.`,
  );

const scopeNote = ({ scope }: Route) =>
  scope === undefined ? [] : [`An API key needs the scope \`${scope}\`.`];

const modeNote = ({ testMode }: Route) =>
  testMode === 'refused' ? ['Has no test mode: returns 400 to `x-mode: test` and to test keys.'] : [];

const limitNote = ({ ignoresRequestLimit }: Route) =>
  ignoresRequestLimit === true ? ['Works beyond the request limit of the brand.'] : [];

const securityOf = ({ access, scope }: Route): Record<string, string[]>[] => {
  if (access === 'public') return [];
  return scope === undefined ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }];
};

function descriptionOf(route: Route): string | undefined {
  const notes = [
    ...(route.description === undefined ? [] : [route.description]),
    ...filterNotes(route),
    ...ratesNote(route),
    ...scopeNote(route),
    ...modeNote(route),
    ...limitNote(route),
    ...(route.method === 'POST' && !takesIdempotencyKey(route) ? [withoutKey] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const [tag = ''] = route.name.split('.');
  const description = descriptionOf(route);
  return {
    operationId: route.name,
    tags: [tag],
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    security: securityOf(route),
    ...(route.access === 'public' ? {} : { 'x-roles': [...route.access.roles] }),
    ...(route.scope === undefined ? {} : { 'x-required-scope': route.scope }),
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

export function openApiDocument(routes: readonly Route[]): ApiDocument {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const operation = operationOf(route);
    const head = route.head && { head: { ...operation, operationId: `${route.name}.head` } };
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation, ...head };
    Object.assign(paths, csvPaths(route, operation));
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Creator Affiliate Program Service',
      version: '1.0.0',
      description: introduction,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: basePath }],
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
