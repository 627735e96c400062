// Refuses requests that change something while the stage is read-only, before anything else is done for them.
import type { Route } from '#lib/foundation/contract/route.ts';
import { requireWritable } from '#lib/foundation/shared/read-only.ts';
import type { Middleware } from './middleware.ts';

/** A dry run is refused as well, because it is the same endpoint as the change. */
export const readOnly = ({ method }: Pick<Route, 'method'>): Middleware => ({
  before: () => {
    if (method !== 'GET') requireWritable();
  },
});
