// What an endpoint answers with when all is well: a status, and the envelope that its data goes into.
import * as z from 'zod';

/** One thing under `data`. `statusWhenUnchanged`: of a request that had been done before, or that asks only. */
export interface ItemAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'item';
  readonly status: 200 | 201;
  readonly statusWhenUnchanged?: 200;
  /** With `.csv` after its path: a file of comma-separated values. */
  readonly csv?: true;
  readonly data: Data;
}

/** A page under `data`, and `meta` with the exact total and the cursor of the next page. */
export interface ListAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'list';
  readonly status: 200;
  readonly data: Data;
}

/** What becomes of a thing that did not fail. */
type Done = 'created' | 'approved';

/** One result for each thing sent, in order, and `meta` that counts them: those that `failed`, and those of the status `done`. */
export interface BatchAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'batch';
  readonly status: 200;
  readonly done: Done;
  readonly data: Data;
}

export interface EmptyAnswer {
  readonly kind: 'empty';
  readonly status: 204;
}

export interface RedirectAnswer {
  readonly kind: 'redirect';
  readonly status: 302;
}

/** JSON as it is, without an envelope. */
export interface DocumentAnswer {
  readonly kind: 'document';
  readonly status: 200;
}

export type Answer = ItemAnswer | ListAnswer | BatchAnswer | EmptyAnswer | RedirectAnswer | DocumentAnswer;

export const item = <Data extends z.ZodType>(data: Data) => ({ kind: 'item', status: 200, data }) as const;
export const created = <Data extends z.ZodType>(data: Data) => ({ kind: 'item', status: 201, data }) as const;
export const createdOrUnchanged = <Data extends z.ZodType>(data: Data) =>
  ({ kind: 'item', status: 201, statusWhenUnchanged: 200, data }) as const;
export const itemOrCsv = <Data extends z.ZodType>(data: Data) =>
  ({ kind: 'item', status: 200, csv: true, data }) as const;
export const list = <Data extends z.ZodType>(data: Data) => ({ kind: 'list', status: 200, data }) as const;
export const batch = <Data extends z.ZodType>(data: Data, done: Done = 'created') =>
  ({ kind: 'batch', status: 200, done, data }) as const;
export const empty = () => ({ kind: 'empty', status: 204 }) as const;
export const redirect = () => ({ kind: 'redirect', status: 302 }) as const;
export const document = () => ({ kind: 'document', status: 200 }) as const;

const listMeta = z.lazy(() =>
  z
    .object({
      total: z.int().nonnegative().meta({ description: 'All that match the filters, on any page' }),
      cursor: z
        .string()
        .nullable()
        .meta({ description: 'Pass it on to get the next page; null on the last one' }),
    })
    .meta({ id: 'ListMeta' }),
);

const batchMetas = {
  created: z.lazy(() =>
    z
      .object({ total: z.int(), created: z.int(), failed: z.int(), cursor: z.null() })
      .meta({ id: 'BatchMeta' }),
  ),
  approved: z.lazy(() =>
    z
      .object({ total: z.int(), approved: z.int(), failed: z.int(), cursor: z.null() })
      .meta({ id: 'ApprovalsMeta' }),
  ),
} as const satisfies Record<Done, z.ZodType>;

/** The whole body a successful answer has; undefined where it has none, or none that a schema describes. */
export function bodySchemaOf(answer: Answer): z.ZodType | undefined {
  switch (answer.kind) {
    case 'item':
      return z.strictObject({ data: answer.data });
    case 'list':
      return z.strictObject({ data: z.array(answer.data), meta: listMeta });
    case 'batch':
      return z.strictObject({ data: z.array(answer.data), meta: batchMetas[answer.done] });
    default:
      return undefined;
  }
}
