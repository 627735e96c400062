// The one stage of the HTTP API: its access log, what it measures, and how many requests it lets through to each route.
import { CfnStage, type HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { IDependable } from 'constructs';
import { routeKeysOf, routes } from '#lib/contract/routes.ts';
import type { RateLimit, Stage } from '../stage.ts';
import { accessLogFormat } from './access-log.ts';

const throttleSettings = ({ ratePerSecond, burst }: RateLimit) => ({
  ThrottlingRateLimit: ratePerSecond,
  ThrottlingBurstLimit: burst,
  // What is set for a route stands in the place of all that the stage says by default.
  DetailedMetricsEnabled: true,
});

/** Only the routes that differ from the rest; HEAD is a route of its own, and has a limit of its own. */
export const routeSettings = ({ throttles }: Pick<Stage, 'throttles'>) =>
  Object.fromEntries(
    routes.flatMap((route) =>
      route.throttle === undefined
        ? []
        : routeKeysOf(route).map((key) => [key, throttleSettings(throttles[route.throttle ?? 'ordinary'])]),
    ),
  );

interface ApiStageProps {
  readonly api: HttpApi;
  readonly stage: Stage;
  readonly accessLog: ILogGroup;
  readonly routes: readonly IDependable[];
}

export function createApiStage({ api, stage, accessLog, routes: deployed }: ApiStageProps): HttpStage {
  const { ratePerSecond: rateLimit, burst: burstLimit } = stage.throttles.ordinary;
  const httpStage = new HttpStage(api, 'DefaultStage', {
    httpApi: api,
    autoDeploy: true,
    throttle: { rateLimit, burstLimit },
    detailedMetricsEnabled: true,
    accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
  });
  const { defaultChild } = httpStage.node;
  if (!(defaultChild instanceof CfnStage)) throw new Error('The stage has no resource');
  defaultChild.routeSettings = routeSettings(stage);
  // A setting for a route that is not there yet is refused.
  defaultChild.node.addDependency(...deployed);
  return httpStage;
}
