import { CfnOutput } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { LinkDomains } from '#infra/edge.ts';
import { linkRewriteCode } from '#infra/link-path.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { errorResponses } from './edge-distribution.ts';

interface LinkDistributionProps {
  readonly stage: Stage;
  readonly links: LinkDomains;
  readonly webAclArn: string;
  /** The behavior of the API. */
  readonly behavior: BehaviorOptions;
}

/**
 * Serves the domains of the links of brands. They have a distribution of their own, because the paths of pages would otherwise hide codes
 * such as `docs`, and a new certificate for them does not touch the API.
 */
export class LinkDistribution extends Construct {
  readonly id: string;

  constructor(scope: Construct, id: string, { stage, links, webAclArn, behavior }: LinkDistributionProps) {
    super(scope, id);
    const name = `${resourceName(stage)}-links`;
    const rewrite = new EdgeFunction(this, 'Rewrite', {
      functionName: name,
      code: FunctionCode.fromInline(linkRewriteCode(links.prefixes)),
      runtime: FunctionRuntime.JS_2_0,
    });
    const distribution = new Distribution(this, 'Distribution', {
      comment: name,
      webAclId: webAclArn,
      httpVersion: HttpVersion.HTTP2_AND_3,
      domainNames: Object.keys(links.prefixes),
      certificate: Certificate.fromCertificateArn(this, 'Certificate', links.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      defaultBehavior: {
        ...behavior,
        allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
        // People type the address of a printed link without https.
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        functionAssociations: [{ function: rewrite, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      errorResponses,
    });
    acknowledge(distribution, 'edge');
    this.id = distribution.distributionId;
    new CfnOutput(this, 'Target', { value: distribution.distributionDomainName }).overrideLogicalId(
      'LinkDomainTarget',
    );
  }
}
