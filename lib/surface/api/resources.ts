// Lists the resources of the API. Builds replace this module with the list: infra/constructs/bundle-plugins.ts.
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import { basePath, methodsOf } from '#lib/foundation/contract/route.ts';
import { service } from '#lib/surface/service/routes.ts';
import type { ApiIndex } from '#lib/surface/service/schema.ts';
import { routes } from './routes.ts';

export function apiResources(): ApiIndex {
  const endpoints = routes.flatMap((route) => pathsOf(route).map((path) => ({ path, route })));
  const byPath = [...Map.groupBy(endpoints, ({ path }) => path)];
  return {
    openapi: `${basePath}${service.openapi.path}`,
    resources: byPath.map(([path, found]) => ({
      name: found[0]?.route.name.split('.')[0] ?? '',
      path: `${basePath}${path}`,
      description: found.map(({ route }) => route.summary).join('. '),
      methods: found.flatMap(({ route }) => methodsOf(route)),
    })),
  };
}
