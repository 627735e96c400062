// The HTTP API: each route of the contract with its function, and one function for whatever no route answers.
import { Duration } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey, type HttpStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import type { Domain } from '#infra/domain.ts';
import { resourceName } from '#infra/stage.ts';
import { basePath, fallbackFile, handlerFile, methodsOf, routes } from '#lib/api/routes.ts';
import { type Route, tableAccessOf, usesSigningKeys } from '#lib/contract/route.ts';
import { functionSeconds } from '#lib/shared/time-limit.ts';
import { AccessLog } from './access-log.ts';
import { createApiStage } from './api-stage.ts';
import { CustomDomain } from './custom-domain.ts';
import { type Commons, createFunction } from './service-function.ts';
import { tableStatements } from './table-access.ts';

const timeout = Duration.seconds(functionSeconds);

interface EndpointsProps {
  readonly commons: Commons;
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
      // Where there is an address of its own, there is no second one around it, but while callers move to it.
      disableExecuteApiEndpoint: stage.domain !== undefined && stage.domain.keepsGivenAddress !== true,
    });
    const deployed = routes.flatMap((route) => this.addRoute(route, props));
    this.addFallback(props.commons);
    this.accessLog = new AccessLog(this, 'AccessLog', { stage }).logGroup;
    this.apiStage = createApiStage({ api: this.api, stage, accessLog: this.accessLog, routes: deployed });
    const address = stage.domain === undefined ? this.api.apiEndpoint : this.addDomain(stage.domain);
    this.url = `${address}${basePath}`;
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
    const signs = usesSigningKeys(route);
    const handler = createFunction(scope, {
      commons,
      file: handlerFile(route),
      description: route.summary,
      timeout,
      statements: signs ? [...statements, readKeys] : statements,
      environment: signs ? { SIGNING_KEYS_SECRET: signingKeys.secretArn } : {},
    });
    acknowledge(handler, 'answersCaller');
    const added = this.api.addRoutes({
      path: `${basePath}${route.path}`,
      methods: Object.values(HttpMethod).filter((method: string) => methodsOf(route).includes(method)),
      integration: new HttpLambdaIntegration(`${route.name}-integration`, handler),
    });
    for (const one of added) acknowledge(one, route.access === 'public' ? 'openToAll' : 'checksItself');
    return added;
  }

  private addFallback(commons: Commons): void {
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
