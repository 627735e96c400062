// Which handler a request goes to: the contract's routes, and the fallback for everything else.
import findMyWay from 'find-my-way';
import { basePath, fallbackFile, handlerFile, methodsOf, routes } from '#lib/contract/routes.ts';
import type { Handler } from '#lib/http/endpoint.ts';
import type { HttpResult } from '#lib/http/response.ts';
import { loadFunction } from './handlers.ts';
import { httpEvent, type IncomingRequest } from './http-event.ts';

export type Router = (request: IncomingRequest) => Promise<HttpResult>;

interface Target {
  readonly routeKey: string;
  readonly handler: Handler;
}

/** As long as a path can be at all: an id that is too long for one is answered like any other unknown one. */
const maxParamLength = 65_536;

/** Loads all handlers, from their files below functions/ unless told otherwise, and isReachable requests by them. */
export async function createRouter(
  load: (file: string) => Promise<Handler> | Handler = loadFunction,
): Promise<Router> {
  const fallback: Target = { routeKey: '$default', handler: await load(fallbackFile) };
  const matcher = findMyWay<findMyWay.HTTPVersion.V1>({ maxParamLength });
  const targets = new Map<unknown, Target>();
  const loaded = await Promise.all(
    routes.map(async (route) => ({ route, handler: await load(handlerFile(route)) })),
  );
  for (const { route, handler } of loaded) {
    const path = `${basePath}${route.path}`;
    for (const method of methodsOf(route)) {
      const store = { routeKey: `${method} ${path}`, handler };
      targets.set(store, store);
      matcher.on(method as findMyWay.HTTPMethod, path.replaceAll(/\{(\w+)\}/g, ':$1'), () => {}, store);
    }
  }
  return async (request) => {
    const match = matcher.find(request.method as findMyWay.HTTPMethod, request.url);
    const params = match?.params ?? {};
    // `/affiliates/` is no affiliate without an id, but a path that nothing isReachable to.
    const hasAllParameters = Object.values(params).every((value) => value !== '');
    const { routeKey, handler } = (hasAllParameters ? targets.get(match?.store) : undefined) ?? fallback;
    return handler(
      httpEvent(request, { routeKey, pathParameters: handler === fallback.handler ? {} : params }),
    );
  };
}
