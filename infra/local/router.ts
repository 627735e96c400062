import findMyWay from 'find-my-way';
import { routeKeysOf } from '#lib/foundation/contract/route.ts';
import { pageFunctions, pageRouteKeysOf } from '#lib/surface/api/page-functions.ts';
import { fallbackFile, handlerFile, routes } from '#lib/surface/api/routes.ts';
import type { Handler } from '#lib/surface/http/endpoint.ts';
import type { HttpResult } from '#lib/surface/http/response.ts';
import { loadFunction } from './handlers.ts';
import { httpEvent, type IncomingRequest } from './http-event.ts';

export type Router = (request: IncomingRequest) => Promise<HttpResult>;

interface Target {
  readonly routeKey: string;
  readonly handler: Handler;
}

/** Exceeds the length of any URL. With the default, a very long id would match no route and reach the fallback. */
const maxParamLength = 65_536;

const pattern = (path: string): string => path.replace('{proxy+}', '*').replaceAll(/\{(\w+)\}/g, ':$1');

export async function createRouter(
  load: (file: string) => Promise<Handler> | Handler = loadFunction,
): Promise<Router> {
  const fallback: Target = { routeKey: '$default', handler: await load(fallbackFile) };
  const matcher = findMyWay<findMyWay.HTTPVersion.V1>({ maxParamLength });
  const targets = new Map<unknown, Target>();
  const keysByFile = [
    ...routes.map((route) => ({ file: handlerFile(route), routeKeys: routeKeysOf(route) })),
    ...pageFunctions.map((pages) => ({ file: pages.file, routeKeys: pageRouteKeysOf(pages) })),
  ];
  const loaded = await Promise.all(
    keysByFile.map(async ({ file, routeKeys }) => ({ routeKeys, handler: await load(file) })),
  );
  for (const { routeKeys, handler } of loaded) {
    for (const routeKey of routeKeys) {
      const [method, path = ''] = routeKey.split(' ');
      const store = { routeKey, handler };
      targets.set(store, store);
      matcher.on(method as findMyWay.HTTPMethod, pattern(path), () => {}, store);
    }
  }
  return async (request) => {
    const match = matcher.find(request.method as findMyWay.HTTPMethod, request.url);
    const params = match?.params ?? {};
    // Use the fallback for `/affiliates/`, which matches `/affiliates/{id}` with an empty id.
    const hasAllParameters = Object.values(params).every((value) => value !== '');
    const { routeKey, handler } = (hasAllParameters ? targets.get(match?.store) : undefined) ?? fallback;
    return handler(
      httpEvent(request, { routeKey, pathParameters: handler === fallback.handler ? {} : params }),
    );
  };
}
