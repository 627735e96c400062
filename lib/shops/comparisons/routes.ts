// Declares the endpoints of reconciliations.
import * as z from 'zod';
import { created, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { fileLimits, maxBodyBytes } from './rules/limits.ts';
import {
  applyInput,
  differenceAnswer,
  differenceFilters,
  reconciliationAnswer,
  reconciliationFilters,
  reconciliationInput,
} from './schema/endpoints.ts';

const ofConnection = z.strictObject({ id: idSchema('connection') });
const params = ofConnection.extend({ reconciliationId: idSchema('reconciliation') });

const reading = { access: anyRole, scope: 'connections:read' } as const;
const writing = { access: adminOnly, scope: 'connections:write' } as const;

export const reconciliations = defineRoutes('reconciliations', {
  create: {
    method: 'POST',
    path: '/connections/{id}/reconciliations',
    summary: 'Reconcile orders',
    description:
      'Compares the recorded orders with an export of the shop after the response: get the reconciliation until its state is `compared`. ' +
      `The body has at most 3 MiB, and the file ${fileLimits.rows} rows. Orders that nobody would earn with are only counted. Nothing is ` +
      'changed before `POST …/apply`. The file is deleted after 7 days, and the reconciliation after 30 days.',
    ...writing,
    params: ofConnection,
    body: reconciliationInput,
    maxBodyBytes,
    answer: created(reconciliationAnswer),
    throttle: 'strict',
    files: 'write',
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
  list: {
    method: 'GET',
    path: '/connections/{id}/reconciliations',
    summary: 'List reconciliations',
    description: 'Returns the newest reconciliations of the connection first.',
    ...reading,
    params: ofConnection,
    query: reconciliationFilters,
    answer: list(reconciliationAnswer),
    table: { actions: ['BatchGetItem'], indexes: ['byStatus'] },
  },
  get: {
    method: 'GET',
    path: '/connections/{id}/reconciliations/{reconciliationId}',
    summary: 'Get a reconciliation',
    description: 'Returns the state, the progress and the numbers of differences.',
    ...reading,
    params,
    answer: item(reconciliationAnswer),
    table: { actions: ['BatchGetItem'] },
  },
  results: {
    method: 'GET',
    path: '/connections/{id}/reconciliations/{reconciliationId}/differences',
    summary: 'List differences',
    description: 'Returns the differences, each with the correction that is proposed.',
    ...reading,
    params,
    query: differenceFilters,
    answer: list(differenceAnswer),
    table: { actions: ['BatchGetItem', 'Query'] },
  },
  apply: {
    method: 'POST',
    path: '/connections/{id}/reconciliations/{reconciliationId}/apply',
    summary: 'Apply differences',
    description:
      'Records, corrects and cancels orders after the response: get the reconciliation until its state is `compared`. An order that has ' +
      'changed since the comparison is judged again: it is `applied` if it is equal now, and otherwise `failed`. A difference is applied ' +
      'once, however often it is sent. A reconciliation that compares or applies, or whose file was deleted, is a 409.',
    ...writing,
    params,
    body: applyInput,
    answer: item(reconciliationAnswer),
    errors: ['status_conflict', 'reference_not_found'],
    table: { actions: ['BatchGetItem', 'UpdateItem'] },
  },
});
