// Defines a middleware and the state that the middlewares of a request share.
import type { MiddlewareObj, Request } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Counts } from '#lib/access/request-limits/store/count.ts';
import type { Meter } from '#lib/foundation/table/meter.ts';
import type { Authenticated } from './authenticate.ts';
import type { HttpEvent } from './request.ts';
import type { HttpResult } from './response.ts';

export interface State extends Record<string, unknown> {
  event: HttpEvent;
  now: Date;
  meter: Meter | undefined;
  auth?: Authenticated;
  /** The records of the last use of an API key and of the address, written while the handler runs. */
  keyUse?: Promise<void>;
  addressRecord?: Promise<void>;
  /** The requests that were counted for this one. */
  chargedCosts?: Counts;
  limitHeaders?: Readonly<Record<string, string>>;
}

export type Middleware = MiddlewareObj<HttpEvent, unknown, Error, Context, State>;
export type MiddlewareRequest = Request<HttpEvent, unknown, Error, Context, State>;

export const resultOf = ({ response }: MiddlewareRequest): HttpResult => response ?? {};
