// What is measured nowhere but can be read in the logs.
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { metricsNamespace } from '#lib/shared/metric-names.ts';
import type { Stage } from '../stage.ts';
import { gatewayThrottlePattern } from './access-log.ts';

interface LogMetricsProps {
  readonly stage: Stage;
  readonly accessLog: ILogGroup;
  readonly functionLog: ILogGroup;
}

/** Lambda's report of a call that had to start a process first has one more figure than the others. */
const coldStartPattern = '"Init Duration"';

export class LogMetrics extends Construct {
  /** Requests that the gateway refused for being too many. Like all access logs, best effort. */
  readonly gatewayThrottles: Metric;
  readonly coldStarts: Metric;

  constructor(scope: Construct, id: string, { stage, accessLog, functionLog }: LogMetricsProps) {
    super(scope, id);
    const count = (metricName: string, logGroup: ILogGroup, pattern: string): Metric =>
      new MetricFilter(this, metricName, {
        logGroup,
        filterPattern: FilterPattern.literal(pattern),
        // A filter cannot add the stage as a dimension.
        metricNamespace: `${metricsNamespace}/${stage.name}`,
        metricName,
        metricValue: '1',
        defaultValue: 0,
      }).metric({ statistic: 'Sum' });
    this.gatewayThrottles = count('GatewayThrottles', accessLog, gatewayThrottlePattern);
    this.coldStarts = count('ColdStarts', functionLog, coldStartPattern);
  }
}
