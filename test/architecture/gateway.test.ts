// Tests the access log, the throttling and the custom domain of the API Gateway.
import { describe, expect, test } from 'vitest';
import { accessLogFields } from '#infra/constructs/access-log.ts';
import { parseStage } from '#infra/stage.ts';
import { methodsOf } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { emptyBundles, type Resource, SynthesizedStack } from '#test/support/stack.ts';
import { exampleDomain, withDomain } from '#test/support/stages.ts';

const bundles = emptyBundles();
const dev = new SynthesizedStack('dev', bundles);
const prod = new SynthesizedStack('prod', bundles);
const stageOf = (stack: SynthesizedStack): Resource => stack.only('AWS::ApiGatewayV2::Stage');

describe('the access log', () => {
  test.each([
    ['dev', dev, 7],
    ['prod', prod, 365],
  ] as const)(
    'the access log has its own log group in stage %s, with the same retention as the other logs',
    (_, stack, days) => {
      const { DestinationArn } = stageOf(stack).Properties.AccessLogSettings;
      const group = stack.behind(DestinationArn);
      const groups = stack.all('AWS::Logs::LogGroup');
      expect(groups.map(({ Properties }) => Properties.RetentionInDays)).toEqual([days, days, days]);
      expect(stack.function(`${stack.name}-service-fallback`).Properties.LoggingConfig.LogGroup.Ref).not.toBe(
        group.id,
      );
      expect(JSON.stringify(group.Properties.LogGroupName)).toContain(
        `/aws/vendedlogs/${stack.name}/access/`,
      );
    },
  );

  test('the access log is JSON with the request id and contains nothing about the caller or the content of the request', () => {
    const { Format } = stageOf(dev).Properties.AccessLogSettings;
    expect(JSON.parse(Format)).toEqual(accessLogFields);
    expect(accessLogFields.requestId).toBe('$context.requestId');
    expect(Format).not.toMatch(/identity|sourceIp|userAgent|authorizer|\$context\.path|query|header|domain/i);
  });
});

describe('the throttle of a route', () => {
  const limitsOf = (stack: SynthesizedStack) => {
    const { DefaultRouteSettings, RouteSettings } = stageOf(stack).Properties;
    return (key: string) => {
      const settings = RouteSettings[key] ?? DefaultRouteSettings;
      return [settings.ThrottlingRateLimit, settings.ThrottlingBurstLimit];
    };
  };

  test.each([
    ['dev', dev],
    ['prod', prod],
  ] as const)('has the limits of the contract and of stage %s, also for HEAD', (name, stack) => {
    const limits = limitsOf(stack);
    const { throttles } = parseStage(name);
    for (const route of routes) {
      const { ratePerSecond, burst } = throttles[route.throttle ?? 'standard'];
      for (const method of methodsOf(route)) {
        expect(limits(`${method} /v1${route.path}`), route.name).toEqual([ratePerSecond, burst]);
      }
    }
  });

  test('the throttle of a route is strict for logins and generous for the public tracking link', () => {
    const limits = limitsOf(prod);
    const [login = 0] = limits('POST /v1/auth/brand/login');
    const [link = 0] = limits('GET /v1/tracking/ref/{code}');
    const [others = 0] = limits('$default');
    expect([login * 10 <= others, link]).toEqual([true, 8000]);
    expect(limits('HEAD /v1/tracking/ref/{code}')).toEqual(limits('GET /v1/tracking/ref/{code}'));
  });

  test('stays, for each single route in prod, within the account quota of 10,000 requests per second and a burst of 5,000', () => {
    for (const { ratePerSecond, burst } of Object.values(parseStage('prod').throttles)) {
      expect([ratePerSecond <= 10_000, burst <= 5_000]).toEqual([true, true]);
    }
  });

  test('the throttle of a route is set after the route exists', () => {
    const stage = stageOf(dev);
    const { DefaultRouteSettings, RouteSettings } = stage.Properties;
    const deployed = dev.all('AWS::ApiGatewayV2::Route');
    expect(Object.keys(RouteSettings)).toContain('POST /v1/auth/brand/login');
    for (const [key, settings] of Object.entries<{ DetailedMetricsEnabled: boolean }>(RouteSettings)) {
      const route = deployed.find(({ Properties }) => Properties.RouteKey === key);
      expect(stage.DependsOn, key).toContain(route?.id);
      expect(settings.DetailedMetricsEnabled).toBe(false);
    }
    expect(DefaultRouteSettings.DetailedMetricsEnabled).toBe(false);
  });

  test('the link, orders and logins of prod have detailed metrics, which cost too much for other routes and for dev', () => {
    const detailed = (its: SynthesizedStack) => {
      const { DefaultRouteSettings, RouteSettings } = stageOf(its).Properties;
      return Object.entries<{ DetailedMetricsEnabled: boolean }>({ DefaultRouteSettings, ...RouteSettings })
        .filter(([, { DetailedMetricsEnabled }]) => DetailedMetricsEnabled)
        .map(([key]) => key);
    };
    expect(detailed(prod).toSorted()).toEqual([
      'GET /v1/tracking/ref/{code}',
      'POST /v1/auth/brand/login',
      'POST /v1/conversions',
    ]);
    expect(detailed(dev)).toEqual([]);
  });
});

describe('the custom domain', () => {
  const stack = new SynthesizedStack(withDomain(parseStage('prod')), bundles);

  test('the custom domain is the address in the stack output and in the functions, requires TLS 1.2 and replaces the default endpoint', () => {
    expect(stack.template.toJSON().Outputs.ApiUrl.Value).toBe('https://api.example.com/v1');
    for (const { Properties } of stack.all('AWS::Lambda::Function'))
      expect(Properties.Environment.Variables.API_URL).toBe('https://api.example.com/v1');
    expect(stack.only('AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).toBe(true);
    const { DomainName, DomainNameConfigurations } = stack.only('AWS::ApiGatewayV2::DomainName').Properties;
    expect(DomainName).toBe(exampleDomain.name);
    expect(DomainNameConfigurations).toEqual([
      {
        CertificateArn: exampleDomain.certificateArn,
        EndpointType: 'REGIONAL',
        IpAddressType: 'dualstack',
        SecurityPolicy: 'TLS_1_2',
      },
    ]);
    const mapping = stack.only('AWS::ApiGatewayV2::ApiMapping');
    const { ApiId, Stage, DomainName: mapped } = mapping.Properties;
    expect([stack.behind(ApiId).Type, stack.behind(mapped).Properties.DomainName, Stage]).toEqual([
      'AWS::ApiGatewayV2::Api',
      exampleDomain.name,
      '$default',
    ]);
    // The mapping must depend on the stage, because CloudFormation rejects a mapping to a stage that does not exist yet.
    expect(mapping.DependsOn).toContain(stageOf(stack).id);
  });

  test('the custom domain has IPv4 and IPv6 records in its hosted zone, or its DNS target in the stack output without a hosted zone', () => {
    const records = stack.all('AWS::Route53::RecordSet').map(({ Properties }) => Properties);
    expect(records.map(({ Name, Type, HostedZoneId }) => [Name, Type, HostedZoneId])).toEqual([
      ['api.example.com.', 'A', 'Z0123456789ABC'],
      ['api.example.com.', 'AAAA', 'Z0123456789ABC'],
    ]);
    const { hostedZone: _, ...unpublished } = exampleDomain;
    const elsewhere = new SynthesizedStack(withDomain(parseStage('prod'), unpublished), bundles);
    expect(elsewhere.all('AWS::Route53::RecordSet')).toEqual([]);
    const { DomainTarget } = elsewhere.template.toJSON().Outputs;
    expect(elsewhere.describe(DomainTarget.Value)).toBe('AWS::ApiGatewayV2::DomainName.RegionalDomainName');
  });

  test('keeps the default endpoint if the stage sets `keepsExecuteApiEndpoint`', () => {
    const domain = { ...exampleDomain, keepsExecuteApiEndpoint: true };
    const moving = new SynthesizedStack(withDomain(parseStage('prod'), domain), bundles);
    expect(moving.only('AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).toBe(false);
    expect(moving.template.toJSON().Outputs.ApiUrl.Value).toBe('https://api.example.com/v1');
  });

  test('does not exist if the stage has no domain setting', () => {
    for (const type of ['DomainName', 'ApiMapping'])
      expect(prod.all(`AWS::ApiGatewayV2::${type}`)).toEqual([]);
    expect(prod.only('AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint ?? false).toBe(false);
  });
});
