import { Duration } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { originHeader } from '#lib/foundation/contract/edge-headers.ts';
import { functionTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import type { DomainTarget } from './custom-domain.ts';
import { headersBesideCacheKey, headersOfCacheKey, headersOfPeople } from './forwarded-headers.ts';

interface EdgeDistributionProps {
  readonly stage: Stage;
  /** The host name of the gateway. */
  readonly apiHost: string;
  readonly originSecret: string;
  readonly webAclArn: string;
}

/** CloudFront would otherwise answer with a former error for ten seconds. */
const errorStatuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

export const errorResponses = errorStatuses.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) }));

/** Puts CloudFront in front of the API. It caches only pages, and gives the functions the address and the country of the client. */
export class EdgeDistribution extends Construct {
  readonly target: DomainTarget;
  readonly id: string;
  /** CloudFront sends requests to the API with these settings. */
  readonly behavior: BehaviorOptions;

  constructor(scope: Construct, id: string, props: EdgeDistributionProps) {
    super(scope, id);
    const { stage } = props;
    this.behavior = this.apiBehavior(props);
    const distribution = this.createDistribution(props, this.behavior);
    acknowledge(distribution, 'edge');
    if (stage.domain === undefined) acknowledge(distribution, 'edgeWithoutDomain');
    this.id = distribution.distributionId;
    this.target = {
      name: distribution.distributionDomainName,
      alias: new CloudFrontTarget(distribution),
    };
  }

  private apiBehavior({ stage, apiHost, originSecret }: EdgeDistributionProps): BehaviorOptions {
    const name = resourceName(stage);
    const origin = new HttpOrigin(apiHost, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      originSslProtocols: [OriginSslPolicy.TLS_V1_2],
      readTimeout: Duration.seconds(functionTimeoutSeconds + 1),
      customHeaders: { [originHeader]: originSecret },
    });
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      // The service compresses its answers itself, but none with secrets.
      compress: false,
      cachePolicy: this.cachePolicy(name),
      originRequestPolicy: this.requestPolicy(name),
    };
  }

  private createDistribution({ stage, webAclArn }: EdgeDistributionProps, behavior: BehaviorOptions) {
    const name = resourceName(stage);
    const { origin } = behavior;
    const pages = this.pagesBehavior(name, behavior);
    const people = this.peopleBehavior(name, origin);
    return new Distribution(this, 'Distribution', {
      comment: name,
      webAclId: webAclArn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...this.nameOf(stage),
      defaultBehavior: behavior,
      additionalBehaviors: {
        '/': pages,
        '/docs': pages,
        '/v1/docs*': pages,
        '/v1/t.js': pages,
        // The first matching pattern counts.
        '/console/assets/*': pages,
        '/creators/assets/*': pages,
        '/console*': people,
        '/creators*': people,
      },
      errorResponses,
    });
  }

  /** Pages are the same for everybody, and say how long they can be cached. The functions compress them. */
  private pagesBehavior(name: string, behavior: BehaviorOptions): BehaviorOptions {
    return {
      ...behavior,
      cachePolicy: new CachePolicy(this, 'PagesCachePolicy', {
        cachePolicyName: `${name}-pages`,
        // The version of the script for shops.
        queryStringBehavior: CacheQueryStringBehavior.allowList('v'),
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.days(365),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      }),
    };
  }

  /** Pages of people have cookies and forms, and are never cached. */
  private peopleBehavior(name: string, origin: BehaviorOptions['origin']): BehaviorOptions {
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      compress: false,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(this, 'PeopleRequestPolicy', {
        originRequestPolicyName: `${name}-people`,
        headerBehavior: OriginRequestHeaderBehavior.allowList(...headersOfPeople),
        queryStringBehavior: OriginRequestQueryStringBehavior.all(),
        cookieBehavior: OriginRequestCookieBehavior.allowList(
          ...['__Host-console', '__Host-console-secret', '__Host-portal'],
        ),
      }),
    };
  }

  private nameOf({ domain, edge }: Stage) {
    if (domain === undefined || edge?.certificateArn === undefined) return {};
    return {
      domainNames: [domain.name],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  /**
   * Nothing is cached, because each response has `no-store`, and the default is zero. CloudFront accepts headers and query strings in
   * the key only with a maximum above zero.
   */
  private cachePolicy(name: string): CachePolicy {
    return new CachePolicy(this, 'CachePolicy', {
      cachePolicyName: name,
      headerBehavior: CacheHeaderBehavior.allowList(...headersOfCacheKey),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      // Sends `accept-encoding: gzip` of the client to the API.
      enableAcceptEncodingGzip: true,
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.seconds(1),
    });
  }

  /**
   * API Gateway refuses the host name of the client, because it has an API for its own name only. A policy that forwards all headers
   * except `host` cannot add those of CloudFront, so this one names each header.
   */
  private requestPolicy(name: string): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'RequestPolicy', {
      originRequestPolicyName: name,
      headerBehavior: OriginRequestHeaderBehavior.allowList(...headersBesideCacheKey),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      cookieBehavior: OriginRequestCookieBehavior.none(),
    });
  }
}
