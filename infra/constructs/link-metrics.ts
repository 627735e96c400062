// Tells the requests of the tracking link from all others. It has most of the traffic, which would hide the failures of other endpoints.
import type { Duration } from 'aws-cdk-lib';
import type { HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { type IMetric, MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { routeKeysOf } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { type ApiMetric, routeMetric } from './metrics.ts';

const [link] = routes.filter(({ throttle }) => throttle === 'high');
if (link === undefined) throw new Error('No route has the throttle of the tracking link');

/** GET only, because hardly anybody follows a link with HEAD. */
export const [keyOfLink = ''] = routeKeysOf(link);

const statistics = { Count: 'SampleCount', '5xx': 'Sum' } as const satisfies Partial<
  Record<ApiMetric, string>
>;
type CountMetric = keyof typeof statistics;

/** Exists only if `detailedMetrics` is not `none`. */
export const metricOfLink = (apiStage: HttpStage, name: CountMetric, period: Duration): Metric =>
  routeMetric(apiStage, name, link, { statistic: statistics[name], period });

export const latencyOfLink = (apiStage: HttpStage, period: Duration): Metric =>
  routeMetric(apiStage, 'Latency', link, { statistic: 'p99', period });

/** The requests, or the failed ones, of all endpoints except the link. */
export function metricOfOthers(apiStage: HttpStage, name: CountMetric, period: Duration): IMetric {
  const [all, ofLink] =
    name === 'Count' ? ['requestsOfAll', 'requestsOfLink'] : ['errorsOfAll', 'errorsOfLink'];
  return new MathExpression({
    expression: `FILL(${all}, 0) - FILL(${ofLink}, 0)`,
    usingMetrics: {
      [all]: name === 'Count' ? apiStage.metricCount({ period }) : apiStage.metricServerError({ period }),
      [ofLink]: metricOfLink(apiStage, name, period),
    },
    period,
  });
}
