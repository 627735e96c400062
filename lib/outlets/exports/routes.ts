// Declares the endpoints of exports.
import * as z from 'zod';
import { created, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOfAnyPlan, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { resourceScopes } from './rules/resource-scopes.ts';
import { exportAnswer, exportDetails, exportFilters, exportInput } from './schema.ts';

const params = z.strictObject({ id: idSchema('export') });

/** The plan and the scope that an export needs depend on its resource. */
const exportErrors = ['plan_required', 'scope_missing', 'test_mode_unavailable'] as const;

export const exports = defineRoutes('exports', {
  create: {
    method: 'POST',
    path: '/exports',
    summary: 'Create an export',
    description:
      'Writes all items of a list to a file, oldest first. The service continues after the response: get the export until its ' +
      'status is `ready`, and then download the file from its `url`. The file contains the items that exist when the export is ' +
      'requested; their fields are read while the file is written. CSV has the fields of the list as columns, nested fields with ' +
      'a dot (`rate.type`), lists as one text, and only fields with free keys, such as `metadata`, as JSON. Cells cannot run as ' +
      'formulas in a spreadsheet. Files are deleted after 7 days, exports after 30 days. The audit trail (`audit`) can be exported ' +
      'on every plan, by keys with all scopes to read. A brand can have five exports in progress; one more is a 409.',
    access: adminOfAnyPlan,
    scope: 'reports:write',
    fieldScopes: { place: 'body', name: 'resource', scopes: resourceScopes },
    body: exportInput,
    answer: created(exportAnswer),
    errors: [...exportErrors, 'exports_in_progress'],
    throttle: 'strict',
    table: { actions: ['BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
  list: {
    method: 'GET',
    path: '/exports',
    summary: 'List exports',
    description: 'Returns the newest exports first.',
    access: adminOfAnyPlan,
    scope: 'reports:read',
    query: exportFilters,
    answer: list(exportAnswer),
    table: { actions: ['Query'] },
  },
  get: {
    method: 'GET',
    path: '/exports/{id}',
    summary: 'Get an export',
    description: 'Returns the progress and, when the file is ready, a link that is valid for 15 minutes.',
    access: adminOfAnyPlan,
    scope: 'reports:read',
    params,
    answer: item(exportDetails),
    errors: exportErrors,
    files: 'read',
    table: { actions: ['GetItem'] },
  },
  retry: {
    method: 'POST',
    path: '/exports/{id}/retry',
    summary: 'Retry an export',
    description:
      'Continues an export that has failed, or that makes no progress, after the part of the file that is already written. A ' +
      'ready export is a 409, and so is a sixth export in progress.',
    access: adminOfAnyPlan,
    scope: 'reports:write',
    params,
    answer: item(exportAnswer),
    errors: [...exportErrors, 'status_conflict', 'exports_in_progress'],
    table: { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
});
