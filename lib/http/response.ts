// From what a handler returns to what HTTP API sends: the envelope is built here.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Answer } from '#lib/contract/answer.ts';
import type { Route } from '#lib/contract/route.ts';
import { csvType } from '#lib/shared/csv.ts';

export type HttpResult = APIGatewayProxyStructuredResultV2;

/** An answer but for the headers that every answer has. */
export interface Serialized extends HttpResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** The answer to a request that has no effect: an earlier one had it already, or it only asks what it would be. */
interface Unchanged<Data> {
  readonly [unchangedData]: Data;
}
const unchangedData = Symbol('unchanged');
export const unchanged = <Data>(data: Data): Unchanged<Data> => ({ [unchangedData]: data });

const isUnchanged = (result: unknown): result is Unchanged<unknown> =>
  typeof result === 'object' && result !== null && unchangedData in result;

/** What is answered in the place of an item, where its file was asked for. */
interface CsvFile {
  readonly [csvFile]: { readonly name: string; readonly text: string };
}
const csvFile = Symbol('csv');
export const csv = (file: CsvFile[typeof csvFile]): CsvFile => ({ [csvFile]: file });

const isCsv = (result: unknown): result is CsvFile =>
  typeof result === 'object' && result !== null && csvFile in result;

interface Results<Data> {
  item: Data | Unchanged<Data>;
  list: { readonly items: readonly Data[]; readonly total: number; readonly cursor: string | null };
  /** What is counted of them follows from their statuses. */
  batch: { readonly items: readonly Data[] };
  /** Whatever it is, nothing of it is sent. */
  empty: unknown;
  redirect: { readonly location: string };
  document: unknown;
}

type DataOf<A extends Answer> = A extends { data: infer Data extends z.ZodType } ? z.input<Data> : never;

/** What a handler of this route returns. */
export type ResultOf<R extends Route> =
  | Results<DataOf<R['answer']>>[R['answer']['kind']]
  | (R['answer'] extends { csv: true } ? CsvFile : never);

/** A status and a body that is not yet text. */
export interface Reply {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** In the place of a body: as it is sent, of the type that the headers say. */
  readonly text?: string;
}

/**
 * Puts a handler's result into its route's envelope. The result is what the route's kind of answer says, because the
 * handler's type was made from the route; the compiler cannot follow that through a switch, hence the assertions.
 */
export function envelope<R extends Route>({ answer }: R, result: ResultOf<R>): Reply {
  const { status: statusCode } = answer;
  switch (answer.kind) {
    case 'item':
      if (isCsv(result)) return fileReply(statusCode, result[csvFile]);
      return isUnchanged(result)
        ? { statusCode: answer.statusWhenUnchanged ?? statusCode, body: { data: result[unchangedData] } }
        : { statusCode, body: { data: result } };
    case 'list': {
      const { items, total, cursor } = result as Results<unknown>['list'];
      return { statusCode, body: { data: items, meta: { total, cursor } } };
    }
    case 'batch': {
      const { items } = result as Results<{ readonly status: string }>['batch'];
      const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
      const { done } = answer;
      const meta = { total: items.length, [done]: count(done), failed: count('failed'), cursor: null };
      return { statusCode, body: { data: items, meta } };
    }
    case 'empty':
      return { statusCode };
    case 'redirect':
      return { statusCode, headers: { location: (result as Results<unknown>['redirect']).location } };
    case 'document':
      return { statusCode, body: result };
  }
}

const fileReply = (statusCode: number, { name, text }: CsvFile[typeof csvFile]): Reply => ({
  statusCode,
  headers: { 'content-type': csvType, 'content-disposition': `attachment; filename="${name}"` },
  text,
});

/** An answer whose body is text already; JSON, unless the headers say another type. */
export const withText = (statusCode: number, text: string | undefined, headers: Reply['headers']) => ({
  statusCode,
  headers: {
    ...(text !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  },
  ...(text !== undefined && { body: text }),
});

const textOf = ({ body, text }: Reply): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));

export const serialize = (reply: Reply): Serialized =>
  withText(reply.statusCode, textOf(reply), reply.headers);
