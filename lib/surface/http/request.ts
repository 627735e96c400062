// Defines the type of the request that a handler receives, which depends on the route.
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Caller, UserCaller } from '#lib/access/auth/rules/caller.ts';
import type { IfMatch } from '#lib/foundation/contract/conventions.ts';
import type { ownCreator, Route } from '#lib/foundation/contract/route.ts';
import type { DomainError } from '#lib/foundation/shared/errors.ts';
import type { PageRequest } from '#lib/foundation/table/list-source.ts';
import type { CreatorCaller } from '#lib/program/creator-sessions/rules/caller.ts';
import type { AnyCaller } from './any-caller.ts';

export type HttpEvent = APIGatewayProxyEventV2;

export const acceptsCsv = ({ headers }: Pick<HttpEvent, 'headers'>): boolean =>
  headers.accept?.toLowerCase().includes('text/csv') ?? false;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : Record<string, never>;

/** The errors of the invalid rows of a batch, by the index of the row. */
export type RejectedRows = ReadonlyMap<number, DomainError>;

export interface RequestBase {
  /** The time of the brand. In test mode it follows the test clock. */
  readonly now: Date;
  /** The real time. */
  readonly receivedAt: Date;
  readonly requestId: string;
  /** The gateway sets this address. Headers such as `x-forwarded-for` are not used, because a caller can forge them. */
  readonly sourceIp: string;
  readonly userAgent: string | undefined;
  readonly method: string;
  /** The header `accept` contains `text/csv`. */
  readonly acceptsCsv: boolean;
  readonly idempotencyKey: string | undefined;
  /** The rows of a batch that are not in the body, because they are invalid. */
  readonly rejected: RejectedRows;
}

/** The present caller of the request, which is undefined for public endpoints. */
export interface Rereading {
  readonly rereadCaller: () => Promise<AnyCaller | undefined>;
}

interface Prefetched<Data> {
  readonly prefetched: Data;
  readonly refetch: () => Promise<Data>;
}

/** Only an endpoint with a scope accepts API keys. */
type CallerOfBrand<R extends Route> = undefined extends R['scope'] ? UserCaller : Caller;
type CallerOf<R extends Route> = R['access'] extends typeof ownCreator ? CreatorCaller : CallerOfBrand<R>;
type OfAccess<R extends Route> = R['access'] extends 'public' ? unknown : { readonly caller: CallerOf<R> };
type OfBody<R extends Route> = R['body'] extends z.ZodType ? { readonly body: z.output<R['body']> } : unknown;
/** The parameters of the path, or those of the other path of the function. */
type ParamsOf<R extends Route> =
  | Parsed<R['params']>
  | (R extends { readonly alsoAt: { readonly params: infer Other } } ? Parsed<Other> : never);
type OfAnswer<R extends Route> = R['answer']['kind'] extends 'list' | 'feed'
  ? { readonly page: PageRequest }
  : unknown;

type OfVersion<R extends Route> = R extends { readonly versioned: object }
  ? { readonly ifMatch: IfMatch }
  : unknown;

export type RequestOf<R extends Route, Data = undefined> = RequestBase &
  Rereading &
  Prefetched<Data> &
  OfAccess<R> &
  OfBody<R> &
  OfAnswer<R> &
  OfVersion<R> & { readonly params: ParamsOf<R>; readonly query: Parsed<R['query']> };
