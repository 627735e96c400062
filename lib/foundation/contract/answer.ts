// Defines the success responses of endpoints: statuses and envelopes.
import type * as z from 'zod';
import type { SuccessStatus } from './batch.ts';
import type { MessageAnswer } from './message-answer.ts';

export interface ItemAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'item';
  readonly status: 200 | 201 | 202;
  readonly statusWhenUnchanged?: 200;
  /** `suffix`: the path with the suffix `.csv` returns a CSV file. `accept`: the header `accept: text/csv` requests it. */
  readonly csv?: 'suffix' | 'accept';
  readonly warns?: true;
  readonly data: Data;
  /** The response with this status has only this part of `data`. */
  readonly dataOfStatus?: Readonly<Partial<Record<200 | 201, z.ZodType>>>;
  /** The schema of `meta` beside `data: null`, which says why nothing was created. */
  readonly metaOfNothing?: z.ZodType;
}

interface ListAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'list';
  readonly status: 200;
  readonly data: Data;
}

/** A list of events. Without a total, because counting them would read all. */
interface FeedAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'feed';
  readonly status: 200;
  readonly data: Data;
  /** The schema of the position after the page. */
  readonly meta: z.ZodType;
}

interface BatchAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'batch';
  readonly status: 200;
  readonly successStatus: SuccessStatus;
  /** The field of the body with the items. */
  readonly itemsField: string;
  readonly data: Data;
}

/** These answers have no JSON schema. */
export type PlainAnswer =
  | { readonly kind: 'empty'; readonly status: 204 }
  | { readonly kind: 'redirect'; readonly status: 302 }
  | { readonly kind: 'document' | 'html' | 'file'; readonly status: 200 }
  | { readonly kind: 'image'; readonly status: 200; readonly type: 'image/svg+xml' | 'image/png' };

export type Answer = ItemAnswer | ListAnswer | FeedAnswer | BatchAnswer | PlainAnswer | MessageAnswer;

/** The position that a handler of a feed returns. */
export type MetaOf<A extends Answer> = A extends { kind: 'feed'; meta: infer Meta extends z.ZodType }
  ? z.input<Meta>
  : never;

export const item = <Data extends z.ZodType>(data: Data) => ({ kind: 'item', status: 200, data }) as const;
export const created = <Data extends z.ZodType>(data: Data) => ({ kind: 'item', status: 201, data }) as const;
export const createdOrUnchanged = <Data extends z.ZodType>(data: Data) =>
  ({ kind: 'item', status: 201, statusWhenUnchanged: 200, data }) as const;
/** The request is completed in the background. */
export const accepted = <Data extends z.ZodType>(data: Data) =>
  ({ kind: 'item', status: 202, data }) as const;
/** The response may have `warnings` beside `data`. */
export const createdOrUnchangedWithWarnings = <Data extends z.ZodType>(data: Data) =>
  ({ ...createdOrUnchanged(data), warns: true }) as const;
export const createdOrNothing = <Data extends z.ZodType, Meta extends z.ZodType>(
  data: Data,
  metaOfNothing: Meta,
) => ({ kind: 'item', status: 201, statusWhenUnchanged: 200, data, metaOfNothing }) as const;
export const itemOrCsv = <Data extends z.ZodType>(data: Data) =>
  ({ kind: 'item', status: 200, csv: 'suffix', data }) as const;
/** Returns CSV to a request with the header `accept: text/csv`. */
export const itemOrAcceptedCsv = <Data extends z.ZodType>(data: Data) =>
  ({ kind: 'item', status: 200, csv: 'accept', data }) as const;
export const list = <Data extends z.ZodType>(data: Data) => ({ kind: 'list', status: 200, data }) as const;
export const feed = <Data extends z.ZodType, Meta extends z.ZodType>(data: Data, meta: Meta) =>
  ({ kind: 'feed', status: 200, data, meta }) as const;
export const batch = <Data extends z.ZodType>(
  itemsField: string,
  data: Data,
  successStatus: SuccessStatus = 'created',
) => ({ kind: 'batch', status: 200, successStatus, itemsField, data }) as const;
export const empty = () => ({ kind: 'empty', status: 204 }) as const;
export const redirect = () => ({ kind: 'redirect', status: 302 }) as const;
export const html = () => ({ kind: 'html', status: 200 }) as const;
/** Returns a CSV or an XML file. */
export const file = () => ({ kind: 'file', status: 200 }) as const;
export const document = () => ({ kind: 'document', status: 200 }) as const;
export const image = (type: 'image/svg+xml' | 'image/png') => ({ kind: 'image', status: 200, type }) as const;
