import { CfnStage, HttpStage, type IHttpApi, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct, IDependable } from 'constructs';
import type { RateLimit, Stage } from '#infra/stage.ts';
import { routeKeysOf } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { accessLogFormat } from './access-log.ts';
import { hasRouteSettings, keysOfCanaries } from './canary.ts';

const throttleSettings = ({ ratePerSecond, burst }: RateLimit, hasMetrics: boolean) => ({
  ThrottlingRateLimit: ratePerSecond,
  ThrottlingBurstLimit: burst,
  // The settings of a route replace all defaults of the stage.
  DetailedMetricsEnabled: hasMetrics,
});

const hasMetrics = (detailedMetrics: Stage['detailedMetrics'], routeKey: string): boolean =>
  detailedMetrics === 'all' || (detailedMetrics === 'canaries' && keysOfCanaries.includes(routeKey));

/** Returns settings for each method of a route, because HEAD has its own limit. */
const routeSettings = ({ throttles, detailedMetrics }: Pick<Stage, 'throttles' | 'detailedMetrics'>) =>
  Object.fromEntries(
    routes.flatMap((route) =>
      !hasRouteSettings(route)
        ? []
        : routeKeysOf(route).map((key) => [
            key,
            throttleSettings(throttles[route.throttle ?? 'standard'], hasMetrics(detailedMetrics, key)),
          ]),
    ),
  );

interface ApiStageProps {
  readonly api: IHttpApi;
  readonly stage: Stage;
  readonly accessLog: ILogGroup;
  /** The routes of the same stack. */
  readonly routes: readonly IDependable[];
}

export function createApiStage(
  scope: Construct,
  { api, stage, accessLog, routes: deployed }: ApiStageProps,
): HttpStage {
  const { ratePerSecond: rateLimit, burst: burstLimit } = stage.throttles.standard;
  const httpStage = new HttpStage(scope, 'DefaultStage', {
    httpApi: api,
    autoDeploy: true,
    throttle: { rateLimit, burstLimit },
    detailedMetricsEnabled: stage.detailedMetrics === 'all',
    accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
  });
  const { defaultChild } = httpStage.node;
  if (!(defaultChild instanceof CfnStage)) throw new Error('HttpStage has no CfnStage as its default child');
  defaultChild.routeSettings = routeSettings(stage);
  // Deploy the routes first, because API Gateway rejects settings for a route that does not exist yet.
  defaultChild.node.addDependency(...deployed);
  return httpStage;
}
