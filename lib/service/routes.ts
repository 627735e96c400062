// The endpoints about the service itself.
import * as z from 'zod';
import { document, item } from '#lib/contract/answer.ts';
import { defineRoutes } from '#lib/contract/route.ts';

export const service = defineRoutes('service', {
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Tell whether the service can reach its table',
    access: 'public',
    answer: item(z.object({ status: z.literal('ok') }).meta({ id: 'Health' })),
    table: { actions: ['GetItem'] },
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get this interface as an OpenAPI 3.1 document',
    access: 'public',
    answer: document(),
    table: { actions: [] },
  },
});
