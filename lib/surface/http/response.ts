// Builds the HTTP response from the result of a handler.
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Answer, ItemAnswer, MetaOf } from '#lib/foundation/contract/answer.ts';
import type { ListMeta } from '#lib/foundation/contract/list-meta.ts';
import { presentWarnings } from '#lib/foundation/contract/present-warnings.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import type { Warning } from '#lib/foundation/contract/warning.ts';
import { type CsvFile, csvFile, fileReply, isCsv } from './csv-file.ts';
import { type HtmlDocument, htmlReply } from './html.ts';
import { type ImageFile, imageReply } from './image.ts';
import { isNothing, metaOfNothing, type Nothing } from './nothing.ts';

export type HttpResult = APIGatewayProxyStructuredResultV2;

export interface SerializedReply extends HttpResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface Unchanged<Data> {
  readonly [unchangedData]: Data;
}
const unchangedData = Symbol('unchanged');
export const unchanged = <Data>(data: Data): Unchanged<Data> => ({ [unchangedData]: data });

const isUnchanged = (result: unknown): result is Unchanged<unknown> =>
  typeof result === 'object' && result !== null && unchangedData in result;

interface WithWarnings<Result> {
  readonly [resultWithWarnings]: Result;
  readonly warnings: readonly Warning[];
}
const resultWithWarnings = Symbol('warnings');
export const withWarnings = <Result>(result: Result, warnings: readonly Warning[]): WithWarnings<Result> => ({
  [resultWithWarnings]: result,
  warnings,
});

const hasWarnings = (result: unknown): result is WithWarnings<unknown> =>
  typeof result === 'object' && result !== null && resultWithWarnings in result;

interface Results<Data, Meta = object> {
  item: Data | Unchanged<Data>;
  list: { readonly items: readonly Data[] } & ListMeta;
  feed: { readonly items: readonly Data[] } & Meta;
  batch: { readonly items: readonly Data[]; readonly cursor?: string | null };
  empty: unknown;
  redirect: { readonly location: string };
  document: unknown;
  html: HtmlDocument;
  file: CsvFile;
  image: ImageFile;
  message: Data | undefined;
}

type DataOf<A extends Answer> = A extends { data: infer Data extends z.ZodType } ? z.input<Data> : never;

export type ResultOf<R extends Route> =
  | Results<DataOf<R['answer']>, MetaOf<R['answer']>>[R['answer']['kind']]
  | (R['answer'] extends { csv: string } ? CsvFile : never)
  | (R['answer'] extends { warns: true } ? WithWarnings<Results<DataOf<R['answer']>>['item']> : never)
  | (R['answer'] extends { metaOfNothing: infer Meta extends z.ZodType } ? Nothing<z.input<Meta>> : never);

export interface Reply {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is already text. `headers` must contain the content type of the text. */
  readonly text?: string;
  /** Marks bytes, whose `text` is in Base64. */
  readonly isBase64Encoded?: true;
}

/** The type assertions are safe: `ResultOf` derives `result` from the route, but TypeScript cannot narrow it in a switch. */
export function envelope<R extends Route>({ answer }: R, result: ResultOf<R>): Reply {
  const { status: statusCode } = answer;
  switch (answer.kind) {
    case 'item':
      if (isCsv(result)) return fileReply(statusCode, result[csvFile]);
      if (isNothing(result)) return { statusCode: 200, body: { data: null, meta: result[metaOfNothing] } };
      return itemReply(answer, result);
    case 'list': {
      const { items, total, totalIsExact, cursor } = result as Results<unknown>['list'];
      return { statusCode, body: { data: items, meta: { total, totalIsExact, cursor } } };
    }
    case 'feed': {
      const { items, ...meta } = result as Results<unknown>['feed'];
      return { statusCode, body: { data: items, meta } };
    }
    case 'batch': {
      const { items, cursor = null } = result as Results<{ readonly status: string }>['batch'];
      const count = (wanted: string) => items.filter(({ status }) => status === wanted).length;
      const { successStatus } = answer;
      const meta = {
        total: items.length,
        [successStatus]: count(successStatus),
        failed: count('failed'),
        cursor,
      };
      return { statusCode, body: { data: items, meta } };
    }
    case 'empty':
      return { statusCode };
    case 'redirect':
      return { statusCode, headers: { location: (result as Results<unknown>['redirect']).location } };
    case 'file':
      return fileReply(statusCode, (result as CsvFile)[csvFile]);
    case 'image':
      return imageReply(answer, result as ImageFile);
    case 'html':
      return htmlReply(statusCode, result as HtmlDocument);
    case 'document':
      return { statusCode, body: result };
    case 'message':
      return result === undefined ? { statusCode: answer.statusOfNothing } : { statusCode, body: result };
  }
}

function itemReply({ status, statusWhenUnchanged }: ItemAnswer, result: unknown): Reply {
  const [outcome, warnings] = hasWarnings(result)
    ? [result[resultWithWarnings], result.warnings]
    : [result, []];
  const isPlain = !isUnchanged(outcome);
  return {
    statusCode: isPlain ? status : (statusWhenUnchanged ?? status),
    body: { data: isPlain ? outcome : outcome[unchangedData], ...presentWarnings(warnings) },
  };
}

export const textResponse = (statusCode: number, text: string | undefined, headers: Reply['headers']) => ({
  statusCode,
  headers: {
    ...(text !== undefined && { 'content-type': 'application/json; charset=utf-8' }),
    ...headers,
  },
  ...(text !== undefined && { body: text }),
});

export const serialize = ({
  statusCode,
  body,
  text = JSON.stringify(body),
  headers,
  isBase64Encoded,
}: Reply): SerializedReply => ({
  ...textResponse(statusCode, text, headers),
  ...(isBase64Encoded && { isBase64Encoded }),
});
