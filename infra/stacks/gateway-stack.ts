import { Fn } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { DomainTarget } from '#infra/constructs/custom-domain.ts';
import { EdgeDistribution } from '#infra/constructs/edge-distribution.ts';
import { createGatewayRole } from '#infra/constructs/gateway-role.ts';
import { LinkDistribution } from '#infra/constructs/link-distribution.ts';
import { OriginSecrets } from '#infra/constructs/origin-secrets.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { StageStack } from './stage-stack.ts';

const hostIn = (address: string): string => Fn.select(2, Fn.split('/', address));

/** The HTTP API without its routes, and CloudFront in front of it. The functions need its address. */
export class GatewayStack extends StageStack {
  readonly api: HttpApi;
  /** API Gateway invokes the functions with this role. */
  readonly role: IRole;
  /** The variables of all functions behind the API. */
  readonly variables: Readonly<Record<string, string>>;
  /** The address of the API, ending in `/v1`. */
  readonly url: string;
  /** The name that callers use. */
  readonly host: string;
  /** The address of CloudFront. */
  readonly edgeTarget: DomainTarget | undefined;
  readonly distributionId: string | undefined;
  /** The distribution of the domains of links. */
  readonly linkDistributionId: string | undefined;

  constructor(scope: Construct, stage: Stage, webAclArn: string | undefined) {
    super(scope, stage, 'gateway');
    const { edge, domain, readOnly } = stage;
    this.api = new HttpApi(this, 'Api', {
      apiName: resourceName(stage),
      createDefaultStage: false,
      // CloudFront sends its requests to this endpoint.
      disableExecuteApiEndpoint:
        edge === undefined && domain !== undefined && domain.keepsExecuteApiEndpoint !== true,
    });
    this.role = createGatewayRole(this, stage);
    const secrets = edge === undefined ? undefined : new OriginSecrets(this, 'OriginSecrets', edge);
    if (secrets !== undefined && webAclArn !== undefined) {
      const apiHost = hostIn(this.api.apiEndpoint);
      const props = { stage, apiHost, originSecret: secrets.current, webAclArn };
      const { target, id, behavior } = new EdgeDistribution(this, 'Edge', props);
      const links = edge?.links;
      if (links !== undefined)
        this.linkDistributionId = new LinkDistribution(this, 'Links', {
          stage,
          links,
          webAclArn,
          behavior,
        }).id;
      this.edgeTarget = target;
      this.distributionId = id;
    }
    const named = domain?.name ?? this.edgeTarget?.name;
    this.host = named ?? hostIn(this.api.apiEndpoint);
    this.url = `${named === undefined ? this.api.apiEndpoint : `https://${named}`}${basePath}`;
    this.variables = {
      ...(secrets !== undefined && { ORIGIN_SECRETS: secrets.accepted }),
      ...(edge?.acceptsDirectRequests === true && { DIRECT_REQUESTS: 'accepted' }),
      ...(readOnly === true && { WRITES: 'off' }),
    };
  }
}
