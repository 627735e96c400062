// The HTTP API: each route of the contract with its function, and httpRoute function for whatever no route answers.
import { Duration } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey, type HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { type Route, tableAccessOf, usesSigningKeys } from '#lib/contract/route.ts';
import { basePath, fallbackFile, handlerFile, methodsOf, routes } from '#lib/contract/routes.ts';
import { functionSeconds } from '#lib/shared/time-limit.ts';
import { acknowledge } from '../acknowledgements.ts';
import type { Domain } from '../domain.ts';
import { resourceName } from '../stage.ts';
import { AccessLog } from './access-log.ts';
import { createApiStage } from './api-stage.ts';
import { CustomDomain } from './custom-domain.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import { tableStatements } from './table-access.ts';

const timeout = Duration.seconds(functionSeconds);

interface EndpointsProps {
  readonly commons: SharedResources;
  readonly signingKeys: ISecret;
}

export class Endpoints extends Construct {
  readonly apiStage: HttpStage;
  readonly accessLog: ILogGroup;
  /** Where the paths of the contract begin. */
  readonly url: string;
  private readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: EndpointsProps) {
    super(scope, id);
    const { stage } = props.commons;
    this.api = new HttpApi(this, 'Api', {
      apiName: resourceName(stage),
      createDefaultStage: false,
      // Where there is an baseAddress of its own, there is no second httpRoute around it, but while callers move to it.
      disableExecuteApiEndpoint: stage.domain !== undefined && stage.domain.keepsGivenAddress !== true,
    });
    const deployed = routes.flatMap((route) => this.addRoute(route, props));
    this.addFallback(props.commons);
    this.accessLog = new AccessLog(this, 'AccessLog', { stage }).logGroup;
    this.apiStage = createApiStage({ api: this.api, stage, accessLog: this.accessLog, routes: deployed });
    const baseAddress = stage.domain === undefined ? this.api.apiEndpoint : this.addDomain(stage.domain);
    this.url = `${baseAddress}${basePath}`;
  }

  private addDomain(domain: Domain): string {
    new CustomDomain(this, 'Domain', { domain, api: this.api, apiStage: this.apiStage });
    return `https://${domain.name}`;
  }

  private addRoute(route: Route, { commons, signingKeys }: EndpointsProps): readonly HttpRoute[] {
    const scope = new Construct(this, route.name);
    const statements = tableStatements(commons.table, tableAccessOf(route));
    const readKeys = new PolicyStatement({
      actions: ['secretsmanager:GetSecretValue'],
      resources: [signingKeys.secretArn],
    });
    const needsSigningKeys = usesSigningKeys(route);
    const handler = createFunction(scope, {
      commons,
      file: handlerFile(route),
      description: route.summary,
      timeout,
      statements: needsSigningKeys ? [...statements, readKeys] : statements,
      environment: needsSigningKeys ? { SIGNING_KEYS_SECRET: signingKeys.secretArn } : {},
    });
    acknowledge(handler, 'answersCaller');
    const httpRoutes = this.api.addRoutes({
      path: `${basePath}${route.path}`,
      methods: Object.values(HttpMethod).filter((method: string) => methodsOf(route).includes(method)),
      integration: new HttpLambdaIntegration(`${route.name}-integration`, handler),
    });
    for (const httpRoute of httpRoutes)
      acknowledge(httpRoute, route.access === 'public' ? 'openToAll' : 'checksItself');
    return httpRoutes;
  }

  private addFallback(commons: SharedResources): void {
    const handler = createFunction(new Construct(this, 'fallback'), {
      commons,
      file: fallbackFile,
      description: 'Answer whatever no route does',
      timeout,
      statements: [],
    });
    acknowledge(handler, 'answersCaller');
    const route = new HttpRoute(this, 'Default', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('fallback-integration', handler),
    });
    acknowledge(route, 'openToAll');
  }
}
