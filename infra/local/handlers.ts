// The handlers of all routes, loaded from the files that their names say.

import type { Route } from '#lib/contract/route.ts';
import { fallbackFile, handlerFile } from '#lib/contract/routes.ts';
import type { Handler } from '#lib/http/endpoint.ts';

async function load(file: string): Promise<Handler> {
  const module: { handler?: Handler } = await import(
    new URL(`../../functions/${file}`, import.meta.url).href
  );
  if (module.handler === undefined) throw new Error(`functions/${file} exports no handler`);
  return module.handler;
}

export const loadHandler = (route: Pick<Route, 'name'>): Promise<Handler> => load(handlerFile(route));

export const loadFallback = (): Promise<Handler> => load(fallbackFile);
