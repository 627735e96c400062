// Lists the methods of each path. Builds replace this module with the list: infra/constructs/bundle-plugins.ts.
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import { basePath, methodsOf } from '#lib/foundation/contract/route.ts';
import { pageFunctions } from './page-functions.ts';
import { routes } from './routes.ts';

export interface PathMethods {
  readonly path: string;
  readonly methods: readonly string[];
}

export const pathMethods = (): readonly PathMethods[] => [
  ...routes.flatMap((route) =>
    pathsOf(route).map((path) => ({ path: `${basePath}${path}`, methods: methodsOf(route) })),
  ),
  ...pageFunctions.flatMap(({ paths, methods }) => paths.map((path) => ({ path, methods }))),
];
