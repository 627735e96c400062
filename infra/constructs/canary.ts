// Releases the most important endpoints to a tenth of their requests first. docs/decisions/0148
import { Duration } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Stage } from '#infra/stage.ts';
import { type Route, routeKeysOf } from '#lib/foundation/contract/route.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import { handlerFile, routes } from '#lib/surface/api/routes.ts';
import { createAlarm } from './alarm.ts';
import type { AlarmDefinition } from './alarm-shape.ts';
import { routeMetric } from './metrics.ts';
import { failureRate } from './rates.ts';
import { functionNameOf } from './service-function.ts';

/** If they fail, visitors do not arrive, orders are lost, or nobody can log in. */
const names: readonly string[] = ['tracking.followLink', 'conversions.create', 'auth.login'];

export const isCanary = ({ name }: Pick<Route, 'name'>): boolean => names.includes(name);

/** The first key of each route. GET of the link, because hardly anybody follows a link with HEAD. */
export const keysOfCanaries = routes.filter(isCanary).map((route) => routeKeysOf(route)[0] ?? '');

/** Routes with a limit or with metrics of their own. */
export const hasRouteSettings = (route: Route): boolean => route.throttle !== undefined || isCanary(route);

const aliasName = 'live';

/** The name of the function with the alias that the gateway invokes. */
export const invokedNameOf = (stage: Stage, route: Route): string =>
  `${functionNameOf(stage, handlerFile(route))}${stage.hasCanaries && isCanary(route) ? `:${aliasName}` : ''}`;

const minute = Duration.minutes(1);

interface CanaryProps {
  readonly stage: Stage;
  readonly api: IHttpApi;
  readonly route: Route;
  readonly handler: LambdaFunction;
}

/**
 * A rollback and a read-only stage replace all instances at once: the alarm may be raised already, and would end the deployment.
 */
export function createCanary(scope: Construct, { stage, api, route, handler }: CanaryProps): void {
  const isAtOnce = stage.skipsCanary === true || stage.readOnly === true;
  const metricOf = (name: '5xx' | 'Count', statistic: string) =>
    routeMetric({ api, stageName: '$default' }, name, route, { statistic, period: minute });
  const name = route.name.replace('.', '-');
  const definition: AlarmDefinition = {
    name: `${toKebabCase(name)}-release`,
    runbook: 'failed-release',
    description: `1% of the requests of ${route.method} ${route.path}, and at least 3, received a 5xx response within a minute. It ends a release, and notifies nobody.`,
    metric: failureRate({
      failures: metricOf('5xx', 'Sum'),
      requests: metricOf('Count', 'SampleCount'),
      atLeast: 3,
      period: minute,
    }),
    threshold: 1,
  };
  const alarm = createAlarm(scope, { definition, stage });
  const group = new LambdaDeploymentGroup(scope, 'Releases', {
    alias: new Alias(scope, 'Live', { aliasName, version: handler.currentVersion }),
    deploymentConfig: isAtOnce
      ? LambdaDeploymentConfig.ALL_AT_ONCE
      : LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
    alarms: isAtOnce ? [] : [alarm],
  });
  acknowledge(group.role, 'releaseRole');
}
