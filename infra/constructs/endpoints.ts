import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpRoute, HttpRouteKey, type IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { acknowledge } from '#infra/acknowledgements.ts';
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import { basePath, methodsOf, type Route, tableAccessOf } from '#lib/foundation/contract/route.ts';
import { functionTimeoutSeconds } from '#lib/foundation/shared/time-limit.ts';
import { type PageFunction, pageFunctions } from '#lib/surface/api/page-functions.ts';
import { fallbackFile, handlerFile } from '#lib/surface/api/routes.ts';
import { readFiles, storeFiles } from './export-files.ts';
import { FunctionIntegration } from './gateway-role.ts';
import { readSecret } from './payment-key.ts';
import { createFunction, type SharedResources } from './service-function.ts';
import { callerStatements, tableStatements } from './table-access.ts';

const timeout = Duration.seconds(functionTimeoutSeconds);

export interface Gateway {
  readonly api: IHttpApi;
  readonly role: IRole;
  /** The variables of all functions behind the API. */
  readonly variables: Readonly<Record<string, string>>;
}

interface EndpointProps {
  readonly shared: SharedResources;
  readonly gateway: Gateway;
}

export function createEndpoint(
  scope: Construct,
  route: Route,
  { shared, gateway }: EndpointProps,
): LambdaFunction {
  const { table, signingKeys, paymentKey, exportFiles } = shared;
  const needsSigningKeys = route.signsTokens === true;
  const links = shared.stage.edge?.links;
  const usesFiles = route.files !== undefined;
  const fileAccess = route.files === 'write' ? storeFiles : readFiles;
  const readsPaymentKey = route.readsPaymentKey === true;
  const handler = createFunction(scope, {
    shared,
    file: handlerFile(route),
    description: route.summary,
    timeout,
    ...(route.throttle === 'high' && { reservedConcurrency: shared.stage.reservedConcurrency?.link }),
    statements: [
      ...tableStatements(table, tableAccessOf(route)),
      ...(route.access === 'public' ? [] : callerStatements(table, route)),
      ...(usesFiles ? [fileAccess(exportFiles)] : []),
      ...(needsSigningKeys ? [readSecret(signingKeys)] : []),
      ...(readsPaymentKey ? [readSecret(paymentKey)] : []),
    ],
    usesFiles,
    environment: {
      ...gateway.variables,
      ...(needsSigningKeys && { SIGNING_KEYS_SECRET: signingKeys.secretArn }),
      ...(readsPaymentKey && { PAYMENT_KEY_SECRET: paymentKey.secretArn }),
      ...(route.readsLinkDomains && links && { LINK_DOMAINS: JSON.stringify(links.prefixes) }),
      ...(usesFiles && { EXPORTS_BUCKET: exportFiles.bucketName }),
    },
  });
  acknowledge(handler, 'invokedSynchronously');
  return handler;
}

interface RouteProps {
  readonly gateway: Gateway;
  readonly functionArn: string;
}

/** Creates a route of API Gateway for each path and method of an endpoint. */
export function createRoutes(
  scope: Construct,
  route: Route,
  { gateway, functionArn }: RouteProps,
): readonly HttpRoute[] {
  const integration = new FunctionIntegration(functionArn, gateway.role);
  const methods = Object.values(HttpMethod).filter((method: string) => methodsOf(route).includes(method));
  return pathsOf(route).flatMap((path, index) =>
    methods.map((method) => {
      const routeKey = HttpRouteKey.with(`${basePath}${path}`, method);
      const id = index === 0 ? method : `${method}${index}`;
      const httpRoute = new HttpRoute(scope, id, { httpApi: gateway.api, routeKey, integration });
      acknowledge(httpRoute, route.access === 'public' ? 'publicRoute' : 'tokenCheckedByFunction');
      return httpRoute;
    }),
  );
}

interface OpenFunction {
  readonly file: string;
  readonly description: string;
  /** The keys are the ids of the routes. */
  readonly routeKeys: Readonly<Record<string, HttpRouteKey>>;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Creates a function that reads no table and checks no token. */
function createOpenFunction(
  scope: Construct,
  { file, description, routeKeys, variables }: OpenFunction,
  { shared, gateway }: EndpointProps,
): readonly HttpRoute[] {
  const handler = createFunction(scope, {
    shared,
    file,
    description,
    timeout,
    statements: [],
    environment: { ...gateway.variables, ...variables },
  });
  acknowledge(handler, 'invokedSynchronously');
  const integration = new FunctionIntegration(handler.functionArn, gateway.role);
  return Object.entries(routeKeys).map(([id, routeKey]) => {
    const route = new HttpRoute(scope, id, { httpApi: gateway.api, routeKey, integration });
    acknowledge(route, 'publicRoute');
    return route;
  });
}

/** Creates the function for requests that match no route. */
export const createFallback = (parent: Construct, props: EndpointProps): readonly HttpRoute[] =>
  createOpenFunction(
    new Construct(parent, 'fallback'),
    {
      file: fallbackFile,
      description: 'Answer requests that match no route',
      routeKeys: { Default: HttpRouteKey.DEFAULT },
    },
    props,
  );

const pageRouteKeys = ({ paths, methods }: PageFunction) =>
  paths.flatMap((path, index) =>
    Object.values(HttpMethod)
      .filter((method: string) => methods.includes(method))
      .map((method) => [`${method}${index}`, HttpRouteKey.with(path, method)] as const),
  );

/** Creates the functions that serve pages. */
export function createPages(
  parent: Construct,
  props: EndpointProps & { readonly sessionVariables: Readonly<Record<string, string>> },
): readonly HttpRoute[] {
  return pageFunctions.flatMap((pages) => {
    const { file, description, hasSessions } = pages;
    const [, name = ''] = /([\w-]+)\.ts$/.exec(file) ?? [];
    const routeKeys = Object.fromEntries(pageRouteKeys(pages));
    const variables = hasSessions ? props.sessionVariables : {};
    return createOpenFunction(
      new Construct(parent, name),
      { file, description, routeKeys, variables },
      props,
    );
  });
}
