// The handlers of all routes, loaded from the files that their names say.

import { handlerFile } from '#lib/api/routes.ts';
import type { Route } from '#lib/contract/route.ts';
import type { Handler } from '#lib/http/endpoint.ts';

/** The handler in a file below functions/: of a route, unless it is said what else. */
export async function loadFunction<Handling = Handler>(file: string): Promise<Handling> {
  const module: { handler?: Handling } = await import(
    new URL(`../../functions/${file}`, import.meta.url).href
  );
  if (module.handler === undefined) throw new Error(`functions/${file} exports no handler`);
  return module.handler;
}

export const loadHandler = (route: Pick<Route, 'name'>): Promise<Handler> => loadFunction(handlerFile(route));
