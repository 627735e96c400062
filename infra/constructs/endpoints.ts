import { Duration, Fn } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey, type HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { resourceName, type Stage } from '#infra/stage.ts';
import { basePath, methodsOf, type Route, tableAccessOf } from '#lib/foundation/contract/route.ts';
import { functionTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import { fallbackFile, handlerFile, routes } from '#lib/surface/api/routes.ts';
import { AccessLog } from './access-log.ts';
import { createApiStage } from './api-stage.ts';
import { createGatewayName, createRecords } from './custom-domain.ts';
import { EdgeDistribution } from './edge-distribution.ts';
import { readFiles } from './export-files.ts';
import { createGatewayRole, FunctionIntegration } from './gateway-role.ts';
import { OriginSecrets } from './origin-secrets.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import {
  endSessionsStatement,
  readRequestCountStatement,
  recordRequestStatement,
  recordUseStatement,
  tableStatements,
} from './table-access.ts';

const timeout = Duration.seconds(functionTimeoutSeconds);

interface EndpointsProps {
  readonly resources: Omit<SharedResources, 'apiUrl'>;
  readonly signingKeys: ISecret;
  readonly webAclArn: string | undefined;
}

export class Endpoints extends Construct {
  readonly apiStage: HttpStage;
  readonly accessLog: ILogGroup;
  readonly url: string;
  private readonly api: HttpApi;
  private readonly gatewayRole: Role;
  private readonly originSecrets: OriginSecrets | undefined;

  constructor(scope: Construct, id: string, props: EndpointsProps) {
    super(scope, id);
    const { resources, signingKeys, webAclArn } = props;
    const { stage } = resources;
    this.api = new HttpApi(this, 'Api', {
      apiName: resourceName(stage),
      createDefaultStage: false,
      // CloudFront sends its requests to this endpoint.
      disableExecuteApiEndpoint:
        stage.edge === undefined &&
        stage.domain !== undefined &&
        stage.domain.keepsExecuteApiEndpoint !== true,
    });
    this.originSecrets =
      stage.edge === undefined ? undefined : new OriginSecrets(this, 'OriginSecrets', stage.edge);
    const edge = this.createEdge(stage, webAclArn);
    const host = stage.domain?.name ?? edge?.target.name;
    this.url = `${host === undefined ? this.api.apiEndpoint : `https://${host}`}${basePath}`;
    const shared = { ...resources, apiUrl: this.url };
    this.gatewayRole = createGatewayRole(this, stage);
    const deployed = routes.flatMap((route) => this.addRoute(route, shared, signingKeys));
    this.addFallback(shared);
    this.accessLog = new AccessLog(this, 'AccessLog', { stage }).logGroup;
    this.apiStage = createApiStage({ api: this.api, stage, accessLog: this.accessLog, routes: deployed });
    this.addDomain(stage, edge);
  }

  private addDomain({ domain, edge: edgeSettings }: Stage, edge: EdgeDistribution | undefined): void {
    if (domain === undefined) return;
    const { api, apiStage } = this;
    const needsGatewayName = edge === undefined || edgeSettings?.acceptsDirectRequests === true;
    const scope = new Construct(this, 'Domain');
    const gateway = needsGatewayName ? createGatewayName(scope, { domain, api, apiStage }) : undefined;
    const target = edge?.target ?? gateway;
    if (target !== undefined) createRecords(scope, domain, target);
  }

  private createEdge(stage: Stage, webAclArn: string | undefined): EdgeDistribution | undefined {
    if (this.originSecrets === undefined || webAclArn === undefined) return undefined;
    const apiHost = Fn.select(2, Fn.split('/', this.api.apiEndpoint));
    const originSecret = this.originSecrets.current;
    return new EdgeDistribution(this, 'Edge', { stage, apiHost, originSecret, webAclArn });
  }

  /** The variables of all functions behind the API. */
  private commonEnvironment({ edge, readOnly }: Stage): Readonly<Record<string, string>> {
    return {
      ...(this.originSecrets !== undefined && { ORIGIN_SECRETS: this.originSecrets.accepted }),
      ...(edge?.acceptsDirectRequests === true && { DIRECT_REQUESTS: 'accepted' }),
      ...(readOnly === true && { WRITES: 'off' }),
    };
  }

  private addRoute(route: Route, shared: SharedResources, signingKeys: ISecret): readonly HttpRoute[] {
    const scope = new Construct(this, route.name);
    const statements = [
      ...tableStatements(shared.table, tableAccessOf(route)),
      ...(route.access === 'public'
        ? []
        : [
            endSessionsStatement(shared.table),
            readRequestCountStatement(shared.table),
            recordRequestStatement(shared.table, route),
            recordUseStatement(shared.table, route),
          ]),
      ...(route.files === 'read' ? [readFiles(shared.exportFiles)] : []),
    ];
    const readKeys = new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [signingKeys.secretArn],
    });
    const needsSigningKeys = route.signsTokens === true;
    const handler = createFunction(scope, {
      shared,
      file: handlerFile(route),
      description: route.summary,
      timeout,
      statements: needsSigningKeys ? [...statements, readKeys] : statements,
      usesFiles: route.files === 'read',
      environment: {
        ...this.commonEnvironment(shared.stage),
        ...(needsSigningKeys && { SIGNING_KEYS_SECRET: signingKeys.secretArn }),
        ...(route.files === 'read' && { EXPORTS_BUCKET: shared.exportFiles.bucketName }),
      },
    });
    acknowledge(handler, 'invokedSynchronously');
    const httpRoutes = this.api.addRoutes({
      path: `${basePath}${route.path}`,
      methods: Object.values(HttpMethod).filter((method: string) => methodsOf(route).includes(method)),
      integration: new FunctionIntegration(`${route.name}-integration`, handler, this.gatewayRole),
    });
    for (const httpRoute of httpRoutes)
      acknowledge(httpRoute, route.access === 'public' ? 'publicRoute' : 'tokenCheckedByFunction');
    return httpRoutes;
  }

  private addFallback(shared: SharedResources): void {
    const handler = createFunction(new Construct(this, 'fallback'), {
      shared,
      file: fallbackFile,
      description: 'Answer requests that match no route',
      timeout,
      statements: [],
      environment: this.commonEnvironment(shared.stage),
    });
    acknowledge(handler, 'invokedSynchronously');
    const route = new HttpRoute(this, 'Default', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new FunctionIntegration('fallback-integration', handler, this.gatewayRole),
    });
    acknowledge(route, 'publicRoute');
  }
}
