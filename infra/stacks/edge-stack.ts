import { Duration } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { type Edge, edgeRegion } from '#infra/edge.ts';
import { environmentOf, resourceName, type Stage } from '#infra/stage.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { StageStack } from './stage-stack.ts';

const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // A sample of a request contains its headers, and thus its token.
  sampledRequestsEnabled: false,
});

/** A window of AWS WAF. A blocked address is tried again after it. */
const window = Duration.minutes(5);

type Part = CfnWebACL.FieldToMatchProperty;

/** The gateway accepts encoded characters in a path, so the rules compare the decoded text. */
const matches = (
  fieldToMatch: Part,
  positionalConstraint: 'EXACTLY' | 'STARTS_WITH',
  searchString: string,
): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch,
    positionalConstraint,
    searchString,
    textTransformations: [{ priority: 0, type: 'URL_DECODE' }],
  },
});

type Statement = CfnWebACL.StatementProperty;

const posts = matches({ method: {} }, 'EXACTLY', 'POST');
const startsWith = (path: string): Statement => matches({ uriPath: {} }, 'STARTS_WITH', path);
const below = (path: string): Statement => startsWith(`${basePath}${path}`);
const both = (...statements: Statement[]): Statement => ({ andStatement: { statements } });
const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/** The console and the portal check passwords and links, and change data only with forms, which people fill in. */
const forms: Statement = { orStatement: { statements: ['/console', '/creators/'].map(startsWith) } };
const logins = both({ orStatement: { statements: [below('/auth/'), forms] } }, posts);
const hasHost = (searchString: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: 'host' } },
    positionalConstraint: 'EXACTLY',
    searchString,
    // Each transformation costs ten units of the capacity of the web ACL.
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

/** A brand's server reports all clicks with POST from one address. On a domain of links, each request follows a link. */
function followedLinks(domains: readonly string[]): Statement {
  const links = both(below('/tracking/ref/'), not(posts));
  return domains.length === 0 ? links : { orStatement: { statements: [links, ...domains.map(hasHost)] } };
}

interface Limited {
  readonly name: string;
  readonly priority: number;
  readonly limit: number;
  readonly requests: Statement;
  /** AWS WAF counts the requests with equal values of these parts, and ignores a request that lacks one of them. */
  readonly countedBy?: Pick<CfnWebACL.RateBasedStatementProperty, 'aggregateKeyType' | 'customKeys'>;
}

const byAddress = { aggregateKeyType: 'IP' };
const byCaller = {
  aggregateKeyType: 'CUSTOM_KEYS',
  customKeys: [
    { ip: {} },
    { header: { name: 'authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } },
  ],
};

const limitRule = ({
  name,
  priority,
  limit,
  requests,
  countedBy = byAddress,
}: Limited): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        responseHeaders: [{ name: 'retry-after', value: String(window.toSeconds()) }],
        customResponseBodyKey: 'tooManyRequests',
      },
    },
  },
  statement: {
    rateBasedStatement: {
      ...countedBy,
      evaluationWindowSec: window.toSeconds(),
      limit,
      scopeDownStatement: requests,
    },
  },
  visibilityConfig: visible(name),
});

/**
 * Rules of AWS that would refuse valid requests. Bodies have up to 256 KB and contain free text and the addresses of landing pages and
 * webhooks. Links carry the long queries of advertisements. CloudFront drops cookies, which other sites of the domain set. Servers need no
 * user agent. Codes and external ids may end like a file name.
 */
const countedRules = [
  'SizeRestrictions_BODY',
  'EC2MetaDataSSRF_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'CrossSiteScripting_BODY',
  'SizeRestrictions_QUERYSTRING',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'GenericRFI_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
  'RestrictedExtensions_URIPATH',
  'SizeRestrictions_Cookie_HEADER',
  'EC2MetaDataSSRF_COOKIE',
  'CrossSiteScripting_COOKIE',
  'NoUserAgent_HEADER',
] as const;

const managedRules = (name: string, priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ...(name === 'AWSManagedRulesCommonRuleSet' && {
        ruleActionOverrides: countedRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      }),
    },
  },
  visibilityConfig: visible(name),
});

export const aclMetricName = 'webAcl';

/** The same as the 429 of API Gateway. */
const tooManyRequests = { message: 'Too Many Requests' };

/** The web ACL of CloudFront, which must be in us-east-1. */
export class EdgeStack extends StageStack {
  readonly webAclArn: string;

  constructor(scope: Construct, stage: Stage, { limits, links: domains }: Edge) {
    super(scope, stage, 'edge', { ...environmentOf(stage), region: edgeRegion });
    const links = followedLinks(Object.keys(domains?.prefixes ?? {}));
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: resourceName(stage),
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(aclMetricName),
      customResponseBodies: {
        tooManyRequests: { contentType: 'APPLICATION_JSON', content: JSON.stringify(tooManyRequests) },
      },
      rules: [
        limitRule({ name: 'logins', priority: 0, limit: limits.logins, requests: logins }),
        limitRule({ name: 'links', priority: 1, limit: limits.links, requests: links }),
        limitRule({
          name: 'callers',
          priority: 2,
          limit: limits.callers,
          requests: not(links),
          countedBy: byCaller,
        }),
        limitRule({ name: 'others', priority: 3, limit: limits.others, requests: not(links) }),
        managedRules('AWSManagedRulesAmazonIpReputationList', 4),
        managedRules('AWSManagedRulesKnownBadInputsRuleSet', 5),
        managedRules('AWSManagedRulesCommonRuleSet', 6),
      ],
    });
    this.webAclArn = acl.attrArn;
  }
}
