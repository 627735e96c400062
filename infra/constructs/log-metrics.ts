import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '#infra/stage.ts';
import { metricsNamespace } from '#lib/foundation/shared/metric-names.ts';
import { throttlePatterns } from './access-log.ts';

interface LogMetricsProps {
  readonly stage: Stage;
  readonly accessLog: ILogGroup;
  readonly functionLog: ILogGroup;
}

/** Only the REPORT log line of a cold start contains an init duration. */
const coldStartPattern = '"Init Duration"';

export class LogMetrics extends Construct {
  /** Of all endpoints except the link. Both counts are approximate, because API Gateway delivers access logs on a best-effort basis. */
  readonly gatewayThrottles: Metric;
  readonly linkThrottles: Metric;
  readonly coldStarts: Metric;

  constructor(scope: Construct, id: string, { stage, accessLog, functionLog }: LogMetricsProps) {
    super(scope, id);
    const count = (metricName: string, logGroup: ILogGroup, pattern: string): Metric =>
      new MetricFilter(this, metricName, {
        logGroup,
        filterPattern: FilterPattern.literal(pattern),
        // A metric filter cannot add a constant as a dimension, so the namespace contains the stage.
        metricNamespace: `${metricsNamespace}/${stage.name}`,
        metricName,
        metricValue: '1',
        defaultValue: 0,
      }).metric({ statistic: 'Sum' });
    this.gatewayThrottles = count('GatewayThrottles', accessLog, throttlePatterns.ofOthers);
    this.linkThrottles = count('LinkThrottles', accessLog, throttlePatterns.ofLink);
    this.coldStarts = count('ColdStarts', functionLog, coldStartPattern);
  }
}
