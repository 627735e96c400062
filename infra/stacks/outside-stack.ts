import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { HealthCheck, HealthCheckType } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { createAlarm } from '#infra/constructs/alarm.ts';
import type { AlarmDefinition } from '#infra/constructs/alarm-shape.ts';
import { AlarmTopics } from '#infra/constructs/alarm-topics.ts';
import { edgeRegion } from '#infra/edge.ts';
import { environmentOf, type Stage } from '#infra/stage.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { aclMetricName } from './edge-stack.ts';
import type { GatewayStack } from './gateway-stack.ts';
import { StageStack } from './stage-stack.ts';

const fiveMinutes = Duration.minutes(5);

const unreachable = (HealthCheckId: string): AlarmDefinition => ({
  name: 'api-unreachable',
  description: 'Route 53 could not read /v1/health from several regions for 2 minutes.',
  metric: new Metric({
    namespace: 'AWS/Route53',
    metricName: 'HealthCheckStatus',
    dimensionsMap: { HealthCheckId },
    statistic: 'Minimum',
    period: Duration.minutes(1),
  }),
  threshold: 1,
  below: true,
  periods: [2, 2],
  treatMissingData: TreatMissingData.BREACHING,
  isUrgent: true,
});

/** A scanner or a broken client causes many errors in few requests, so the share counts only with some traffic. */
function shareOfErrors(DistributionId: string, rateName: string, minRequests: number): MathExpression {
  const metricOf = (metricName: string, statistic: string) =>
    new Metric({
      namespace: 'AWS/CloudFront',
      metricName,
      dimensionsMap: { DistributionId, Region: 'Global' },
      statistic,
      period: fiveMinutes,
    });
  return new MathExpression({
    expression: `IF(FILL(requests, 0) >= ${minRequests}, rate, 0)`,
    usingMetrics: { requests: metricOf('Requests', 'Sum'), rate: metricOf(rateName, 'Average') },
    period: fiveMinutes,
  });
}

const edgeErrors = (distributionId: string): AlarmDefinition => ({
  name: 'edge-client-errors',
  description: '30% of at least 1,000 requests in 5 minutes received a 4xx response, for 15 minutes.',
  metric: shareOfErrors(distributionId, '4xxErrorRate', 1000),
  threshold: 30,
  periods: [3, 3],
});

/** Errors of the gateway have alarms of their own, so this one finds a distribution whose requests do not arrive there. */
const linkDomainErrors = (distributionId: string): AlarmDefinition => ({
  name: 'link-domain-errors',
  description:
    '30% of at least 100 requests to the domains of links in 5 minutes received a 4xx or 5xx response, for 15 minutes.',
  metric: shareOfErrors(distributionId, 'TotalErrorRate', 100),
  threshold: 30,
  periods: [3, 3],
});

/** https://docs.aws.amazon.com/waf/latest/developerguide/waf-metrics.html */
const blockedRequests: AlarmDefinition = {
  name: 'edge-blocked',
  description: 'AWS WAF blocked 1,000 or more requests within 5 minutes.',
  metric: new Metric({
    namespace: 'AWS/WAFV2',
    metricName: 'BlockedRequests',
    dimensionsMap: { WebACL: aclMetricName, Rule: 'ALL' },
    statistic: 'Sum',
    period: fiveMinutes,
  }),
  threshold: 1000,
};

/** Watches the API from outside its region. Route 53, CloudFront and AWS WAF report their metrics in us-east-1 only. */
export class OutsideStack extends StageStack {
  constructor(scope: Construct, stage: Stage, { host, distributionId, linkDistributionId }: GatewayStack) {
    super(scope, stage, 'outside', { ...environmentOf(stage), region: edgeRegion });
    const topics = new AlarmTopics(this, 'Topics', stage);
    const { healthCheckId } = new HealthCheck(this, 'HealthCheck', {
      type: HealthCheckType.HTTPS,
      fqdn: host,
      port: 443,
      enableSNI: true,
      resourcePath: `${basePath}/health`,
      requestInterval: Duration.seconds(30),
      failureThreshold: 3,
    });
    const definitions = [
      unreachable(healthCheckId),
      ...(distributionId === undefined ? [] : [edgeErrors(distributionId), blockedRequests]),
      ...(linkDistributionId === undefined ? [] : [linkDomainErrors(linkDistributionId)]),
    ];
    for (const definition of definitions) createAlarm(this, { definition, stage, topics });
  }
}
