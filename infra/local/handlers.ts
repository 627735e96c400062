import type { Route } from '#lib/foundation/contract/route.ts';
import { handlerFile } from '#lib/surface/api/routes.ts';
import type { Handler } from '#lib/surface/http/endpoint.ts';

export async function loadFunction<Handling = Handler>(file: string): Promise<Handling> {
  const module: { handler?: Handling } = await import(
    new URL(`../../functions/${file}`, import.meta.url).href
  );
  if (module.handler === undefined) throw new Error(`functions/${file} does not export a handler`);
  return module.handler;
}

export const loadHandler = (route: Pick<Route, 'name'>): Promise<Handler> => loadFunction(handlerFile(route));
