// Defines the endpoints of the list of resources, of the health check and of the OpenAPI document.
import * as z from 'zod';
import { document, item } from '#lib/foundation/contract/answer.ts';
import { defineRoutes } from '#lib/foundation/contract/route.ts';
import { apiIndex } from './schema.ts';

export const service = defineRoutes('service', {
  resources: {
    method: 'GET',
    path: '',
    summary: 'List the resources',
    description: 'Returns every path of the API with its methods, and the path of the OpenAPI document.',
    access: 'public',
    answer: item(apiIndex),
    table: { actions: [] },
  },
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Check the service health',
    description: 'Returns 200 if the service can read its database, and 503 otherwise.',
    access: 'public',
    answer: item(
      z
        .object({
          status: z.literal('ok').meta({ description: 'The service can read its database.' }),
          commit: z.string().meta({ description: 'The git commit that is deployed, or `unknown`.' }),
        })
        .meta({ id: 'Health', description: 'The health of the service.' }),
    ),
    table: { actions: ['GetItem'] },
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get the OpenAPI document',
    description: 'Returns this document, in OpenAPI 3.1.',
    access: 'public',
    answer: document(),
    table: { actions: [] },
  },
});
