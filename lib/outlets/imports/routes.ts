// Declares the endpoints of imports.
import * as z from 'zod';
import { created, item, itemOrCsv, list } from '#lib/foundation/contract/answer.ts';
import { adminOnly, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { maxBodyBytes, maxRows } from './rules/limits.ts';
import { importAnswer, importDetails } from './schema/answers.ts';
import {
  fileQuery,
  importChanges,
  importFilters,
  importIdOrCsv,
  importInput,
  keptQuery,
  rowsQuery,
  startInput,
} from './schema/endpoints.ts';
import { importKept, importRows } from './schema/row-answers.ts';

const params = z.strictObject({ id: idSchema('import') });

export const imports = defineRoutes('imports', {
  create: {
    method: 'POST',
    path: '/imports',
    summary: 'Create an import',
    description:
      `Stores a CSV file with up to ${maxRows} creators or past orders, and recognizes its columns. Nothing is imported before ` +
      '`POST /imports/{id}/start`. The body has at most 3 MiB. The file is deleted after 7 days, and earlier when the personal data of a ' +
      'creator of the brand is erased; the import is deleted after 30 days.',
    access: adminOnly,
    scope: 'creators:write',
    body: importInput,
    maxBodyBytes,
    answer: created(importDetails),
    throttle: 'strict',
    files: 'write',
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
  list: {
    method: 'GET',
    path: '/imports',
    summary: 'List imports',
    description: 'Returns the newest imports first.',
    access: adminOnly,
    scope: 'creators:read',
    query: importFilters,
    answer: list(importAnswer),
    table: { actions: ['Query'] },
  },
  get: {
    method: 'GET',
    path: '/imports/{id}',
    summary: 'Get an import',
    description:
      'Returns the progress, and the first rows of the file. Append `.csv` to the id to download the rows of the file with their ' +
      'results and problems. The download is a 409 after the file was deleted.',
    access: adminOnly,
    scope: 'creators:read',
    params: z.strictObject({ id: importIdOrCsv }),
    query: fileQuery,
    answer: itemOrCsv(importDetails),
    errors: ['status_conflict'],
    files: 'read',
    table: { actions: ['GetItem', 'Query'] },
  },
  update: {
    method: 'PATCH',
    path: '/imports/{id}',
    summary: 'Assign the columns',
    description: 'Says which field each column of the file has. An import that was started is a 409.',
    access: adminOnly,
    scope: 'creators:write',
    params,
    body: importChanges,
    answer: item(importDetails),
    errors: ['status_conflict'],
    files: 'read',
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  listRows: {
    method: 'GET',
    path: '/imports/{id}/rows',
    summary: 'Preview the rows',
    description:
      'Returns rows with their problems, and what a start would do with them. Changes nothing. The rules are those of ' +
      '`PUT /affiliates/by-external-id/{externalId}`, except that a row finds its creator by `externalId` or by `email`. A value that an ' +
      'earlier row of the file has is a problem. Limits of the plan apply when the import runs. A row that is done has its result.',
    access: adminOnly,
    scope: 'creators:read',
    params,
    query: rowsQuery,
    answer: item(importRows),
    errors: ['status_conflict'],
    throttle: 'strict',
    files: 'read',
    table: { actions: ['GetItem', 'BatchGetItem', 'Query'] },
  },
  start: {
    method: 'POST',
    path: '/imports/{id}/start',
    summary: 'Start an import',
    description:
      'Imports the rows after the response: get the import until its status is not `running`. Each row succeeds or fails alone, and is ' +
      'done once. When a limit of the plan is reached, further new creators fail. Another start repeats only rows that failed or are not done. A running import, ' +
      'and a completed one without failed rows, are a 409. An API key also needs `discounts:write` for ' +
      'discount codes, `commissions:write` for balances, and with `conversions:write` for orders.',
    access: adminOnly,
    scope: 'creators:write',
    params,
    body: startInput,
    answer: item(importAnswer),
    errors: ['status_conflict'],
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  cancel: {
    method: 'DELETE',
    path: '/imports/{id}',
    summary: 'Cancel an import',
    description:
      'Stops the import. Creators that were created or changed stay, and another start continues. Repeating the request changes ' +
      'nothing. A completed import is a 409.',
    access: adminOnly,
    scope: 'creators:write',
    params,
    answer: item(importAnswer),
    errors: ['status_conflict'],
    table: { actions: ['GetItem', 'UpdateItem'] },
  },
  undo: {
    method: 'POST',
    path: '/imports/{id}/undo',
    summary: 'Undo an import',
    description:
      'Within 24 hours after its end, takes back what the import has created, after the response: get the import until its status is not ' +
      '`undoing`. Creators to whom nothing else refers are deleted with their discount codes; their tracking codes and addresses are free ' +
      'again, and their opening balances are reversed. Orders are canceled, and their ids can be imported again. Other rows stay with a ' +
      'reason, also creators that existed before. Another undo repeats the rows that stayed. An API key needs the scopes of the start.',
    access: adminOnly,
    scope: 'creators:write',
    params,
    answer: item(importAnswer),
    errors: ['status_conflict'],
    table: { actions: ['GetItem', 'PutItem', 'UpdateItem'] },
  },
  listKept: {
    method: 'GET',
    path: '/imports/{id}/undo',
    summary: 'List rows that stay',
    description:
      'Returns the rows that an undo would not take back, or has not taken back, with the reasons. Changes nothing. An import that cannot ' +
      'be undone is a 409.',
    access: adminOnly,
    scope: 'creators:read',
    params,
    query: keptQuery,
    answer: item(importKept),
    errors: ['status_conflict'],
    throttle: 'strict',
    table: {
      actions: ['GetItem', 'BatchGetItem', 'Query'],
      indexes: ['byAffiliate', 'byCustomer'],
      guarded: { paymentDetails: 'read' },
    },
  },
});
