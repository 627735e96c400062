// The HTTP API: each route of the contract with its function, and one function for whatever no route answers.
import { Duration } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { Route, TableAccess } from '#lib/contract/route.ts';
import { basePath, fallbackFile, handlerFile, methodsOf, routes } from '#lib/contract/routes.ts';
import { resourceName } from '../stage.ts';
import { type Commons, createFunction } from './service-function.ts';
import { tableStatements } from './table-access.ts';

/** Longer than four attempts of the SDK with two seconds each; the gateway itself waits for 29. */
const timeout = Duration.seconds(10);

/** Besides its own access, an endpoint that is not public reads who is calling. */
const accessOf = ({ access, table }: Pick<Route, 'access' | 'table'>): TableAccess =>
  access === 'public'
    ? table
    : { ...table, actions: [...new Set([...table.actions, 'BatchGetItem'] as const)] };

/** Tokens are verified by every endpoint that is not public, and signed by some that are. */
const usesSigningKeys = ({ access, signsTokens }: Pick<Route, 'access' | 'signsTokens'>): boolean =>
  access !== 'public' || signsTokens === true;

interface EndpointsProps {
  readonly commons: Commons;
  readonly signingKeys: ISecret;
}

export class Endpoints extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: EndpointsProps) {
    super(scope, id);
    this.api = new HttpApi(this, 'Api', { apiName: resourceName(props.commons.stage) });
    for (const route of routes) this.addRoute(route, props);
    this.addFallback(props.commons);
  }

  private addRoute(route: Route, { commons, signingKeys }: EndpointsProps): void {
    const scope = new Construct(this, route.name);
    const statements = tableStatements(commons.table, accessOf(route));
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
    this.api.addRoutes({
      path: `${basePath}${route.path}`,
      methods: Object.values(HttpMethod).filter((method: string) => methodsOf(route).includes(method)),
      integration: new HttpLambdaIntegration(`${route.name}-integration`, handler),
    });
  }

  private addFallback(commons: Commons): void {
    const handler = createFunction(new Construct(this, 'fallback'), {
      commons,
      file: fallbackFile,
      description: 'Answer whatever no route does',
      timeout,
      statements: [],
    });
    new HttpRoute(this, 'Default', {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('fallback-integration', handler),
    });
  }
}
