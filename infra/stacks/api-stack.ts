import { Construct } from 'constructs';
import { createCanary, hasRouteSettings, isCanary } from '#infra/constructs/canary.ts';
import { createEndpoint, createRoutes, type Gateway } from '#infra/constructs/endpoints.ts';
import type { SharedResources } from '#infra/constructs/service-function.ts';
import { type ApiGroup, routesOf } from './api-groups.ts';
import { StageStack } from './stage-stack.ts';

interface ApiStackProps {
  readonly shared: SharedResources;
  readonly gateway: Gateway;
}

/** The functions of a group of endpoints and their routes. Routes with settings of their own are in the stack of the service. */
export class ApiStack extends StageStack {
  constructor(scope: Construct, group: ApiGroup, { shared, gateway }: ApiStackProps) {
    super(scope, shared.stage, `api-${group}`);
    for (const route of routesOf(group)) {
      const own = new Construct(this, route.name);
      const handler = createEndpoint(own, route, { shared, gateway });
      if (shared.stage.hasCanaries && isCanary(route))
        createCanary(own, { stage: shared.stage, api: gateway.api, route, handler });
      if (!hasRouteSettings(route)) createRoutes(own, route, { gateway, functionArn: handler.functionArn });
    }
  }
}
