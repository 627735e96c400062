// Tests what watches a stage from outside its region.
import { expect, test } from 'vitest';
import { parseStage, type Stage, stageOf } from '#infra/stage.ts';
import type { Json } from '#test/support/json.ts';
import { emptyBundles, templatesOf } from '#test/support/stack.ts';
import { exampleAccount, withDomain, withEdge, withLinks } from '#test/support/stages.ts';

const bundles = emptyBundles();
const prod = stageOf('prod', { ...parseStage('prod'), ...exampleAccount });

const resourcesOf = (stage: Stage, type: string): readonly Json[] =>
  Object.values<Json>(templatesOf(stage, bundles)['creator-affiliate-prod-outside']?.Resources ?? {})
    .filter(({ Type }) => Type === type)
    .map(({ Properties }) => Properties);

test('Route 53 reads the health of a stage that keeps its data every 30 seconds over HTTPS', () => {
  const [check, ...others] = resourcesOf(withDomain(prod), 'AWS::Route53::HealthCheck');
  expect(others).toEqual([]);
  expect(check?.HealthCheckConfig).toMatchObject({
    Type: 'HTTPS',
    FullyQualifiedDomainName: 'api.example.com',
    Port: 443,
    EnableSNI: true,
    ResourcePath: '/v1/health',
    RequestInterval: 30,
    FailureThreshold: 3,
  });
  expect(templatesOf(parseStage('dev'), bundles)).not.toHaveProperty('creator-affiliate-dev-outside');
});

test('without a domain, the check reads the address of the gateway, or that of CloudFront', () => {
  const hosts = [prod, withEdge(prod)].map((stage) => {
    const [check] = resourcesOf(stage, 'AWS::Route53::HealthCheck');
    return JSON.stringify(check?.HealthCheckConfig.FullyQualifiedDomainName);
  });
  for (const host of hosts) expect(host).toContain('"Region":"eu-central-1"');
  expect(hosts[0]).toContain('ApiEndpoint');
  expect(hosts[1]).toContain('DomainName');
});

test('the alarms in us-east-1 notify topics there: urgently if the stage is unreachable', () => {
  const alarms = resourcesOf(withEdge(prod), 'AWS::CloudWatch::Alarm').map(({ AlarmName, AlarmActions }) => [
    AlarmName.replace('creator-affiliate-prod-', ''),
    /Urgent/.test(JSON.stringify(AlarmActions)),
  ]);
  expect(alarms).toEqual([
    ['api-unreachable', true],
    ['edge-client-errors', false],
    ['edge-blocked', false],
  ]);
  expect(resourcesOf(prod, 'AWS::CloudWatch::Alarm').map(({ AlarmName }) => AlarmName)).toEqual([
    'creator-affiliate-prod-api-unreachable',
  ]);
});

test('the domains of links have an alarm of their own, which reads their distribution', () => {
  const alarms = resourcesOf(withLinks(prod), 'AWS::CloudWatch::Alarm');
  expect(alarms.map(({ AlarmName }) => AlarmName.replace('creator-affiliate-prod-', ''))).toEqual([
    ...['api-unreachable', 'edge-client-errors', 'edge-blocked', 'link-domain-errors'],
  ]);
  const [, ofApi, , ofLinks] = alarms.map(({ Metrics }) => Metrics);
  const distributionOf = (metrics: Json) =>
    JSON.stringify(
      metrics.find(({ MetricStat }: Json) => MetricStat !== undefined).MetricStat.Metric.Dimensions,
    );
  expect(distributionOf(ofLinks)).toContain('LinksDistribution');
  expect(distributionOf(ofApi)).not.toContain('LinksDistribution');
  expect(ofLinks.map(({ MetricStat }: Json) => MetricStat?.Metric.MetricName)).toContain('TotalErrorRate');
  expect(ofLinks.find(({ Expression }: Json) => Expression !== undefined).Expression).toBe(
    'IF(FILL(requests, 0) >= 100, rate, 0)',
  );
});

test('the stage counts as unreachable if the check fails or reports nothing for two minutes', () => {
  const [alarm] = resourcesOf(prod, 'AWS::CloudWatch::Alarm');
  expect(alarm).toMatchObject({
    Namespace: 'AWS/Route53',
    MetricName: 'HealthCheckStatus',
    Statistic: 'Minimum',
    ComparisonOperator: 'LessThanThreshold',
    Threshold: 1,
    Period: 60,
    EvaluationPeriods: 2,
    TreatMissingData: 'breaching',
  });
});

test('a share of client errors counts only with 1,000 requests, and blocked requests are those of the web ACL', () => {
  const [, errors, blocked] = resourcesOf(withEdge(prod), 'AWS::CloudWatch::Alarm');
  expect(errors?.Metrics.find(({ Expression }: Json) => Expression !== undefined).Expression).toBe(
    'IF(FILL(requests, 0) >= 1000, rate, 0)',
  );
  expect(errors?.Threshold).toBe(30);
  expect(blocked?.Dimensions).toEqual([
    { Name: 'Rule', Value: 'ALL' },
    { Name: 'WebACL', Value: 'webAcl' },
  ]);
  const acl = Object.values<Json>(
    templatesOf(withEdge(prod), bundles)['creator-affiliate-prod-edge'].Resources,
  ).find(({ Type }) => Type === 'AWS::WAFv2::WebACL');
  expect(acl.Properties.VisibilityConfig.MetricName).toBe('webAcl');
});
