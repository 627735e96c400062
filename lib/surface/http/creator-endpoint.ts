// Builds the handlers of endpoints that creators call.
import type { Route } from '#lib/foundation/contract/route.ts';
import { authenticateCreator } from './authenticate-creator.ts';
import { type EndpointOptions, endpoint, type Handler } from './endpoint.ts';
import type { RequestOf } from './request.ts';
import type { ResultOf } from './response.ts';

export const creatorEndpoint = <R extends Route, Data = undefined>(
  route: R,
  handle: (request: RequestOf<R, Data>) => Promise<ResultOf<R>> | ResultOf<R>,
  options: EndpointOptions<Data> = {},
): Handler => endpoint(route, handle, { ...options, authenticate: authenticateCreator });
