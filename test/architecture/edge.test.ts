// Tests CloudFront, the web ACL and the origin secrets of a stage with the setting `edge`.
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { forwardedHeaders } from '#infra/constructs/forwarded-headers.ts';
import { linkRewriteCode } from '#infra/link-path.ts';
import { parseStage } from '#infra/stage.ts';
import { gatewayFiles } from '#lib/surface/api/routes.ts';
import type { Json } from '#test/support/json.ts';
import { appOf, emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import {
  exampleEdge,
  exampleLinks,
  withDomain,
  withEdge,
  withEdgeAndDomain,
  withLinks,
} from '#test/support/stages.ts';

const bundles = emptyBundles();
const prod = parseStage('prod');
const behindEdge = new SynthesizedStack(withEdge(prod), bundles);
const withName = new SynthesizedStack(withEdgeAndDomain(prod), bundles);
const withoutEdge = new SynthesizedStack(prod, bundles);

const distributionOf = (stack: SynthesizedStack): Json =>
  stack.only('AWS::CloudFront::Distribution').Properties.DistributionConfig;

describe('the distribution', () => {
  const { Origins, DefaultCacheBehavior, CustomErrorResponses, WebACLId, HttpVersion, Enabled } =
    distributionOf(behindEdge);

  test('CloudFront sends all requests to the API over TLS, with the origin secret', () => {
    const [origin, ...others] = Origins;
    expect(others).toEqual([]);
    expect(behindEdge.behind(origin.DomainName).Type).toBe('AWS::ApiGatewayV2::Api');
    expect(origin.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
      // Longer than the 10 seconds of a function.
      OriginReadTimeout: 11,
    });
    const [{ HeaderName, HeaderValue }] = origin.OriginCustomHeaders;
    expect(HeaderName).toBe('x-origin-secret');
    expect(behindEdge.describe(HeaderValue)).toBe(
      '{{resolve:secretsmanager:AWS::SecretsManager::Secret:SecretString:::}}',
    );
  });

  test('CloudFront accepts all methods, and only over TLS', () => {
    expect(DefaultCacheBehavior.ViewerProtocolPolicy).toBe('https-only');
    expect(DefaultCacheBehavior.AllowedMethods.toSorted()).toEqual([
      'DELETE',
      'GET',
      'HEAD',
      'OPTIONS',
      'PATCH',
      'POST',
      'PUT',
    ]);
  });

  test('CloudFront caches pages by their path, version and encoding, as long as the function says', () => {
    const { CacheBehaviors } = distributionOf(behindEdge);
    const cached = CacheBehaviors.slice(0, 6);
    expect(cached.map(({ PathPattern }: Json) => PathPattern)).toEqual([
      ...['/', '/docs', '/v1/docs*', '/v1/t.js'],
      ...['/console/assets/*', '/creators/assets/*'],
    ]);
    for (const { CachePolicyId, OriginRequestPolicyId, ViewerProtocolPolicy } of cached) {
      const policy = behindEdge.behind(CachePolicyId).Properties.CachePolicyConfig;
      expect([policy.MinTTL, policy.DefaultTTL]).toEqual([0, 0]);
      expect(policy.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
        CookiesConfig: { CookieBehavior: 'none' },
        EnableAcceptEncodingBrotli: true,
        EnableAcceptEncodingGzip: true,
        HeadersConfig: { HeaderBehavior: 'none' },
        QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['v'] },
      });
      expect(OriginRequestPolicyId).toEqual(DefaultCacheBehavior.OriginRequestPolicyId);
      expect(ViewerProtocolPolicy).toBe('https-only');
    }
  });

  test('CloudFront never caches the console and the portal, and sends them the cookies of sessions and the headers that protect forms', () => {
    const { CacheBehaviors } = distributionOf(behindEdge);
    const people = CacheBehaviors.slice(6);
    expect(people.map(({ PathPattern }: Json) => PathPattern)).toEqual(['/console*', '/creators*']);
    for (const { CachePolicyId, OriginRequestPolicyId } of people) {
      // The policy CachingDisabled of AWS.
      expect(CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
      const { CookiesConfig, HeadersConfig } =
        behindEdge.behind(OriginRequestPolicyId).Properties.OriginRequestPolicyConfig;
      expect(CookiesConfig.Cookies).toEqual(['__Host-console', '__Host-console-secret', '__Host-portal']);
      expect(HeadersConfig.Headers).toEqual([
        ...[
          'cloudfront-viewer-address',
          'accept-language',
          'content-type',
          'origin',
          'sec-fetch-site',
          'user-agent',
        ],
      ]);
    }
  });

  test('the functions of the console and the portal know the secret of cookies and the address of the gateway, and no other function does', () => {
    const knowing = behindEdge.all('AWS::Lambda::Function').filter(({ Properties }) => {
      const { PAGES_SECRET, GATEWAY_URL } = Properties.Environment.Variables;
      return (
        PAGES_SECRET !== undefined &&
        behindEdge.describe(GATEWAY_URL) === 'AWS::ApiGatewayV2::Api.ApiEndpoint'
      );
    });
    const names = knowing.map(({ Properties }) => Properties.FunctionName);
    expect(names).toEqual(['creator-affiliate-prod-pages-console', 'creator-affiliate-prod-pages-portal']);
  });

  test('CloudFront caches neither responses of the API nor errors', () => {
    const { DefaultTTL, MinTTL } = behindEdge.behind(DefaultCacheBehavior.CachePolicyId).Properties
      .CachePolicyConfig;
    expect([DefaultTTL, MinTTL]).toEqual([0, 0]);
    // Each status for which CloudFront stores an error.
    const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(CustomErrorResponses).toEqual(statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
  });

  const { ParametersInCacheKeyAndForwardedToOrigin: cacheKey } = behindEdge.behind(
    DefaultCacheBehavior.CachePolicyId,
  ).Properties.CachePolicyConfig;
  const besideCacheKey = behindEdge.behind(DefaultCacheBehavior.OriginRequestPolicyId).Properties
    .OriginRequestPolicyConfig;

  test('CloudFront sends the query and the headers that the service reads, and not the host name of the client', () => {
    const headers = [cacheKey, besideCacheKey].map(({ HeadersConfig }) => HeadersConfig);
    expect(headers.map(({ HeaderBehavior }) => HeaderBehavior)).toEqual(['whitelist', 'whitelist']);
    expect(headers.flatMap(({ Headers }) => Headers)).toEqual(forwardedHeaders);
    expect(forwardedHeaders).toEqual([
      ...['authorization', 'accept', 'x-mode', 'cloudfront-viewer-country', 'idempotency-key', 'x-moz'],
      ...['cloudfront-viewer-address', 'content-type', 'content-encoding', 'if-match'],
      ...['user-agent', 'referer', 'sec-purpose', 'purpose', 'x-purpose'],
    ]);
    expect([cacheKey, besideCacheKey].map(({ CookiesConfig }) => CookiesConfig)).toEqual([
      { CookieBehavior: 'none' },
      { CookieBehavior: 'none' },
    ]);
    for (const { QueryStringsConfig } of [cacheKey, besideCacheKey])
      expect(QueryStringsConfig).toEqual({ QueryStringBehavior: 'all' });
  });

  test('each policy contains only headers that CloudFront accepts there', () => {
    // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html
    expect(cacheKey.HeadersConfig.Headers).not.toContain('cloudfront-viewer-address');
    expect(besideCacheKey.HeadersConfig.Headers).not.toContain('authorization');
  });

  test('CloudFront has the web ACL of us-east-1', () => {
    expect(WebACLId['Fn::GetStackOutput']).toMatchObject({
      StackName: 'creator-affiliate-prod-edge',
      Region: 'us-east-1',
    });
  });

  test('CloudFront has the domain of the stage with its records, and the API has none', () => {
    expect(distributionOf(withName).Aliases).toEqual(['api.example.com']);
    expect(distributionOf(withName).ViewerCertificate.MinimumProtocolVersion).toBe('TLSv1.2_2021');
    expect([Enabled, HttpVersion, DefaultCacheBehavior.Compress]).toEqual([true, 'http2and3', false]);
    const records = withName.all('AWS::Route53::RecordSet').map(({ Properties }) => Properties);
    expect(records.map(({ Type }) => Type).toSorted()).toEqual(['A', 'AAAA']);
    for (const { AliasTarget } of records)
      expect(withName.behind(AliasTarget.DNSName).Type).toBe('AWS::CloudFront::Distribution');
    expect(withName.all('AWS::ApiGatewayV2::DomainName')).toEqual([]);
  });

  test('the records of the domain keep their ids, so that they can move from the gateway to CloudFront and back', () => {
    const recordsOf = (its: SynthesizedStack) => its.all('AWS::Route53::RecordSet').map(({ id }) => id);
    expect(recordsOf(withName)).toEqual(recordsOf(new SynthesizedStack(withDomain(prod), bundles)));
  });

  test('the name of the gateway stays in place while direct requests are accepted', () => {
    const moving = new SynthesizedStack(withEdgeAndDomain(prod, { acceptsDirectRequests: true }), bundles);
    const names = (its: SynthesizedStack) => its.all('AWS::ApiGatewayV2::DomainName').map(({ id }) => id);
    expect(names(moving)).toEqual(names(new SynthesizedStack(withDomain(prod), bundles)));
    const { DIRECT_REQUESTS } = moving.function(functionNames[0] ?? '').Properties.Environment.Variables;
    expect(DIRECT_REQUESTS).toBe('accepted');
  });

  test('the functions and the output have the address of CloudFront, so links contain it', () => {
    const [address] = Object.values(behindEdge.template.findOutputs('ApiUrl'));
    expect(behindEdge.describe(address?.Value)).toBe('https://AWS::CloudFront::Distribution.DomainName/v1');
    for (const { Properties } of behindEdge.all('AWS::Lambda::Function'))
      expect(behindEdge.describe(Properties.Environment.Variables.API_URL)).toBe(
        'https://AWS::CloudFront::Distribution.DomainName/v1',
      );
    expect(Object.values(withName.template.findOutputs('ApiUrl'))[0]?.Value).toBe(
      'https://api.example.com/v1',
    );
  });

  test('the endpoint of the API is enabled also with a domain, because CloudFront calls it', () => {
    for (const stack of [behindEdge, withName])
      expect(stack.only('AWS::ApiGatewayV2::Api').Properties.DisableExecuteApiEndpoint).not.toBe(true);
  });
});

describe('the domains of links', () => {
  const stack = new SynthesizedStack(withLinks(prod), bundles);
  const distributions = stack.all('AWS::CloudFront::Distribution').map(({ Properties }) => Properties);
  const [api, links] = distributions.map(({ DistributionConfig }) => DistributionConfig);

  test('the domains of links have a distribution of their own with their certificate and the web ACL, which rewrites each path', () => {
    expect(distributions).toHaveLength(2);
    expect(links.Aliases).toEqual(['go.acme.com', 'go.globex.com']);
    expect(links.ViewerCertificate).toMatchObject({
      AcmCertificateArn: exampleLinks.certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
    });
    expect([links.WebACLId, links.CustomErrorResponses]).toEqual([api.WebACLId, api.CustomErrorResponses]);
    expect(links.CacheBehaviors).toBeUndefined();
    const { FunctionAssociations, ViewerProtocolPolicy, AllowedMethods, ...others } =
      links.DefaultCacheBehavior;
    expect([ViewerProtocolPolicy, AllowedMethods]).toEqual(['redirect-to-https', ['GET', 'HEAD']]);
    const { CachePolicyId, OriginRequestPolicyId } = api.DefaultCacheBehavior;
    expect(others).toMatchObject({ CachePolicyId, OriginRequestPolicyId, Compress: false });
    const [{ EventType, FunctionARN }] = FunctionAssociations;
    expect(EventType).toBe('viewer-request');
    const { FunctionCode, FunctionConfig } = stack.behind(FunctionARN).Properties;
    expect(FunctionCode).toBe(linkRewriteCode(exampleLinks.prefixes));
    expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    expect(api.DefaultCacheBehavior.FunctionAssociations).toBeUndefined();
  });

  test('the domains of links are known to the function that verifies them, and to no other function', () => {
    const knowing = stack
      .all('AWS::Lambda::Function')
      .map(({ Properties }) => [Properties.FunctionName, Properties.Environment.Variables.LINK_DOMAINS])
      .filter(([, domains]) => domains !== undefined);
    expect(knowing).toEqual([
      ['creator-affiliate-prod-brands-set-link-domain', JSON.stringify(exampleLinks.prefixes)],
    ]);
  });

  test('requests to the domains of links count as links in the limits of the web ACL', () => {
    const { app } = appOf(withLinks(prod), bundles);
    const edgeStack = app.node.findChild('creator-affiliate-prod-edge');
    const [acl] = Object.values<Json>(
      Template.fromStack(edgeStack as never).findResources('AWS::WAFv2::WebACL'),
    );
    const [, limit] = acl.Properties.Rules;
    const [, ...hosts] = limit.Statement.RateBasedStatement.ScopeDownStatement.OrStatement.Statements;
    expect(
      hosts.map(({ ByteMatchStatement: { FieldToMatch, SearchString } }: Json) => [
        FieldToMatch.SingleHeader,
        SearchString,
      ]),
    ).toEqual(Object.keys(exampleLinks.prefixes).map((host) => [{ Name: 'host' }, host]));
  });
});

const functionNames = gatewayFiles.map(
  (file) => `creator-affiliate-prod-${file.replace('.ts', '').replaceAll('/', '-')}`,
);

const originSecretsOf = (stack: SynthesizedStack, name: string): Json =>
  stack.function(name).Properties.Environment.Variables.ORIGIN_SECRETS;

describe('the origin secret', () => {
  test('every function behind the API knows it, and no other function', () => {
    const knowing = behindEdge
      .all('AWS::Lambda::Function')
      .map(({ Properties }) => Properties.FunctionName)
      .filter((name) => originSecretsOf(behindEdge, name) !== undefined);
    expect(knowing.toSorted()).toEqual([...new Set(functionNames)].toSorted());
  });

  const versionsIn = (value: Json): readonly string[] =>
    [...new Set(JSON.stringify(value).match(/OriginSecretsVersion\d/g))].toSorted();
  const deployed = [1, 2, 3].map((secretVersion) => {
    const stack = new SynthesizedStack(withEdge(prod, { edge: { ...exampleEdge, secretVersion } }), bundles);
    const [origin] = distributionOf(stack).Origins;
    return {
      stored: versionsIn(stack.resources.map(({ id }) => id)),
      sent: versionsIn(origin.OriginCustomHeaders),
      accepted: versionsIn(originSecretsOf(stack, functionNames[0] ?? '')),
    };
  });

  test('a higher version is another secret, and CloudFront sends only this one', () => {
    expect(deployed.map(({ sent }) => sent)).toEqual([
      ['OriginSecretsVersion1'],
      ['OriginSecretsVersion2'],
      ['OriginSecretsVersion3'],
    ]);
    for (const { stored, accepted } of deployed) expect(stored).toEqual(accepted);
    const generated = behindEdge
      .all('AWS::SecretsManager::Secret')
      .flatMap(({ id, Properties }) => (/OriginSecrets/.test(id) ? [Properties.GenerateSecretString] : []));
    // 48 letters and digits. A comma would end the secret in the list that the functions accept.
    expect(generated).toEqual(
      Array.from({ length: 2 }, () => ({ ExcludePunctuation: true, PasswordLength: 48 })),
    );
  });

  test('the functions before and after a change of the version accept both secrets, so that neither the order of a deployment nor its rollback matters', () => {
    for (const [index, { sent, accepted }] of deployed.entries())
      for (const its of deployed.slice(Math.max(0, index - 1), index + 2))
        expect(its.accepted, `${accepted}`).toEqual(expect.arrayContaining([...sent]));
  });

  test('the functions accept no secret that is older than the former one', () => {
    expect(deployed.at(-1)?.accepted).not.toContain('OriginSecretsVersion1');
  });
});

describe('the web ACL', () => {
  const { app } = appOf(withEdge(prod), bundles);
  const edgeStack = app.node.findChild('creator-affiliate-prod-edge');
  const [acl] = Object.values<Json>(
    Template.fromStack(edgeStack as never).findResources('AWS::WAFv2::WebACL'),
  );
  const { Scope, DefaultAction, Rules } = acl.Properties;

  test('the web ACL is for CloudFront, in us-east-1 and in the account of the stage', () => {
    expect([Scope, DefaultAction]).toEqual(['CLOUDFRONT', { Allow: {} }]);
    expect(Object(edgeStack).region).toBe('us-east-1');
    expect(Object(edgeStack).account).toBe('123456789012');
  });

  const comparison = ({ ByteMatchStatement, NotStatement, AndStatement, OrStatement }: Json): string => {
    if (OrStatement !== undefined) return `(${OrStatement.Statements.map(comparison).join(' or ')})`;
    if (NotStatement !== undefined) return `not (${comparison(NotStatement.Statement)})`;
    if (AndStatement !== undefined) return AndStatement.Statements.map(comparison).join(', ');
    const { PositionalConstraint, SearchString, TextTransformations } = ByteMatchStatement;
    return [PositionalConstraint, SearchString, ...TextTransformations.map(({ Type }: Json) => Type)].join(
      ' ',
    );
  };

  test('the web ACL limits the logins, the links and the other requests of an address, and those of each caller behind it, also with an encoded path, and answers with 429', () => {
    const limits = Rules.filter(({ Statement }: Json) => Statement.RateBasedStatement !== undefined);
    const links = 'STARTS_WITH /v1/tracking/ref/ URL_DECODE, not (EXACTLY POST URL_DECODE)';
    const people = ['/console', '/creators/'].map((path) => `STARTS_WITH ${path} URL_DECODE`);
    const passwords = `(STARTS_WITH /v1/auth/ URL_DECODE or (${people.join(' or ')}))`;
    const blocked = [429, 'retry-after: 300', 300];
    expect(
      limits.map(({ Action, Statement: { RateBasedStatement: its } }: Json) => [
        its.Limit,
        its.AggregateKeyType,
        comparison(its.ScopeDownStatement),
        Action.Block.CustomResponse.ResponseCode,
        ...Action.Block.CustomResponse.ResponseHeaders.map(({ Name, Value }: Json) => `${Name}: ${Value}`),
        its.EvaluationWindowSec,
      ]),
    ).toEqual([
      [300, 'IP', `${passwords}, EXACTLY POST URL_DECODE`, ...blocked],
      [10_000, 'IP', links, ...blocked],
      [60_000, 'CUSTOM_KEYS', `not (${links})`, ...blocked],
      [300_000, 'IP', `not (${links})`, ...blocked],
    ]);
    const { CustomKeys } = limits[2].Statement.RateBasedStatement;
    expect(CustomKeys.map((key: Json) => key.Header?.Name ?? Object.keys(key)[0])).toEqual([
      'IP',
      'authorization',
    ]);
  });

  test('the web ACL has three rule groups of AWS after its own limits, and samples no request, because a sample contains the token', () => {
    const all = Rules.map(({ Name, Priority, OverrideAction }: Json) => [Priority, Name, OverrideAction]);
    expect(all).toEqual([
      [0, 'logins', undefined],
      [1, 'links', undefined],
      [2, 'callers', undefined],
      [3, 'others', undefined],
      [4, 'AWSManagedRulesAmazonIpReputationList', { None: {} }],
      [5, 'AWSManagedRulesKnownBadInputsRuleSet', { None: {} }],
      [6, 'AWSManagedRulesCommonRuleSet', { None: {} }],
    ]);
    const visibility = [acl.Properties, ...Rules].map(({ VisibilityConfig }: Json) => [
      VisibilityConfig.SampledRequestsEnabled,
      VisibilityConfig.CloudWatchMetricsEnabled,
    ]);
    expect(visibility).toEqual(Array.from({ length: 8 }, () => [false, true]));
  });

  test('the web ACL only counts the rules of AWS that refuse valid bodies, queries, cookies and paths', () => {
    const common = Rules.find(({ Name }: Json) => Name === 'AWSManagedRulesCommonRuleSet');
    const overrides = common.Statement.ManagedRuleGroupStatement.RuleActionOverrides;
    expect(overrides.every(({ ActionToUse }: Json) => 'Count' in ActionToUse)).toBe(true);
    const counted = overrides.map(({ Name }: Json) => Name);
    // Each rule for bodies, because a bulk request is larger than 8 KB, and names and notes are free text.
    const ofBodies = [
      'SizeRestrictions',
      'EC2MetaDataSSRF',
      'GenericLFI',
      'GenericRFI',
      'CrossSiteScripting',
    ];
    expect(counted).toEqual([
      ...ofBodies.map((rule) => `${rule}_BODY`),
      'SizeRestrictions_QUERYSTRING',
      'EC2MetaDataSSRF_QUERYARGUMENTS',
      'GenericRFI_QUERYARGUMENTS',
      'RestrictedExtensions_QUERYARGUMENTS',
      'RestrictedExtensions_URIPATH',
      'SizeRestrictions_Cookie_HEADER',
      'EC2MetaDataSSRF_COOKIE',
      'CrossSiteScripting_COOKIE',
      'NoUserAgent_HEADER',
    ]);
  });
});

test('a stage without the setting has neither CloudFront nor an origin secret', () => {
  expect(withoutEdge.all('AWS::CloudFront::Distribution')).toEqual([]);
  expect(originSecretsOf(withoutEdge, functionNames[0] ?? '')).toBeUndefined();
});
