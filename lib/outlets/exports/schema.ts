// Defines the schemas of exports: input, stored item and response.
import * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { instant, instantInput } from '#lib/foundation/shared/date-schemas.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import type { LinkDomain } from '#lib/foundation/shared/link-domain.ts';
import { exportFormats, exportResources, filterProblem } from './rules/resources.ts';

const resource = () => z.enum(exportResources).meta({ description: 'The list to export.' });
const format = () =>
  z.enum(exportFormats).meta({
    description:
      '`csv`: RFC 4180 in UTF-8, with a header. `ndjson`: one JSON object per line, as in the list.',
  });
const name = z.string().regex(/^[A-Za-z]{1,32}$/, 'Must be a name of letters');

export const exportInput = z
  .strictObject({
    resource: resource(),
    filters: z
      .strictObject({
        status: name.optional().meta({ description: 'Only items with this status.' }),
        affiliateId: idFilter.optional().meta({ description: 'Only items of this creator.' }),
        attribution: name
          .optional()
          .meta({ description: 'Only conversions with this result of the attribution.' }),
        createdFrom: instantInput('The first instant of the creation').optional(),
        createdTo: instantInput('The last instant of the creation').optional(),
      })
      .optional()
      .meta({ description: 'Which items to export. Defaults to all items of the list.' }),
    format: format(),
    bom: z.boolean().optional().meta({
      description: 'Whether a CSV file begins with a byte order mark, for Excel. Defaults to false.',
    }),
  })
  .superRefine(({ resource: of, filters = {} }, { addIssue }) => {
    const problem = filterProblem(of, filters);
    if (problem !== undefined)
      addIssue({ code: 'custom', path: ['filters', problem.path], message: problem.message });
    const { createdFrom, createdTo } = filters;
    if (createdFrom !== undefined && createdTo !== undefined && createdFrom > createdTo) {
      const message = '`createdFrom` must not be after `createdTo`';
      addIssue({ code: 'custom', path: ['filters', 'createdFrom'], message });
    }
  })
  .meta({ id: 'ExportInput', description: 'The list to export, its filters, and the format of the file.' });
export type ExportInput = z.output<typeof exportInput>;

const storedFilters = () =>
  z.object({
    status: z.string().optional(),
    affiliateId: z.string().optional(),
    attribution: z.string().optional(),
    createdFrom: z.string().optional(),
    createdTo: z.string().optional(),
  });

export const storedExport = z.object({
  id: idSchema('export'),
  brandId: idSchema('brand'),
  type: z.literal('export'),
  resource: z.enum(exportResources),
  filters: storedFilters(),
  format: z.enum(exportFormats),
  bom: z.boolean(),
  currency: z.string(),
  timezone: z.string(),
  linkDomain: z.custom<LinkDomain>().optional(),
  status: z.enum(['preparing', 'ready', 'failed']),
  /** The exact number of items, or null if no counter has it. */
  total: z.int().nullable(),
  rows: z.int(),
  bytes: z.int(),
  work: z.object({
    /** Null until the upload has begun. */
    uploadId: z.string().nullable(),
    /** The columns of a CSV file stay the same in all of its parts. Null until the upload has begun. */
    columns: z.array(z.string()).readonly().nullable(),
    /** One for each part of the file that is stored. */
    etags: z.array(z.string()),
    /** The sort key of the last item in the stored parts. */
    after: z.string().nullable(),
    /** All parts are stored. */
    isWritten: z.boolean(),
  }),
  failure: z.string().nullable(),
  createdAt: instant,
  completedAt: instant.nullable(),
  /** When the file was deleted before its time, because personal data in it was erased. */
  deletedAt: instant.nullable(),
  /** When a request last continued the export. */
  retriedAt: instant.nullable(),
  revision: z.int(),
  /** The time to live of the item, in epoch seconds. */
  expiresAt: z.int(),
});
export type Export = z.output<typeof storedExport>;

export const storedInProgress = z.object({ exportIds: z.array(idSchema('export')) });

export const exportAnswer = z
  .object({
    id: idSchema('export').meta({ description: 'The id of the export.' }),
    resource: resource(),
    filters: z.record(z.string(), z.string()).meta({ description: 'The filters of the request.' }),
    format: format(),
    bom: z.boolean().meta({ description: 'Whether the CSV file begins with a byte order mark.' }),
    status: z.enum(['preparing', 'ready', 'failed', 'expired']).meta({
      description:
        '`preparing`: the service writes the file. `ready`: the file can be downloaded. `failed`: see `failure`. ' +
        '`expired`: the file was deleted after 7 days.',
    }),
    progress: z.int().min(0).max(100).meta({ description: 'How much of the export is done, in percent.' }),
    rows: z.int().meta({ description: 'The number of rows that are written so far.' }),
    bytes: z.int().meta({ description: 'The size that is written so far, in bytes.' }),
    failure: z.string().nullable().meta({ description: 'Why the export failed, or null.' }),
    createdAt: instant.meta({
      description: 'When the export was requested. Later items are not part of it.',
    }),
    completedAt: instant.nullable().meta({ description: 'When the file became ready, or null.' }),
    expiresAt: instant.nullable().meta({ description: 'When the file is deleted, or null.' }),
  })
  .meta({ id: 'Export', description: 'An export of a list to a file.' });

export const exportDetails = exportAnswer
  .extend({
    url: z.string().nullable().meta({
      description: 'Downloads the file without a token, for 15 minutes. Null unless the status is `ready`.',
    }),
  })
  .meta({ id: 'ExportDetails', description: 'An export, with the link to its file.' });

export const exportFilters = listQuerySchema({});
