// Lists the benchmarked functions: every function of the stack, with its configuration and a valid first event.
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundles, bundleDirectory, deployedFiles } from '#infra/constructs/bundles.ts';
import { httpEvent } from '#infra/local/http-event.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { pageFunctions } from '#lib/surface/api/page-functions.ts';
import { handlerFile, routes } from '#lib/surface/api/routes.ts';
import { plainSuccessOf } from '#test/support/cases.ts';
import { incomingRequest } from '#test/support/service.ts';
import type { SituationRequest, World } from '#test/support/situations.ts';
import { SynthesizedStack } from '#test/support/stack.ts';
import type { Launch } from './cold-start.ts';

export interface Subject {
  readonly name: string;
  readonly kind: 'authenticated' | 'public' | 'page' | 'stream';
  readonly kilobytes: number;
  readonly launch: Omit<Launch, 'runtimeClient'>;
  readonly event: () => Promise<unknown>;
  /** The expected status; undefined for functions without a status. */
  readonly status: () => number | undefined;
}

export interface BenchEnvironment {
  readonly tableName: string;
  readonly endpoints: Readonly<Record<string, string>>;
}

const apiUrl = `https://api.example.com${basePath}`;
const secretArn = (name: string): string =>
  `arn:aws:secretsmanager:eu-central-1:123456789012:secret:${name}-a1b2c3`;

export const signingKeysArn = secretArn('SigningKeys');
export const paymentKeyArn = secretArn('PaymentKey');

function launchOf(stack: SynthesizedStack, bundles: Bundles, file: string, environment: BenchEnvironment) {
  const shortName = file.replace(/\.ts$/, '').replaceAll('/', '-');
  const { Properties } = stack.function(`creator-affiliate-dev-${shortName}`);
  const replacements: Readonly<Record<string, string>> = {
    'AWS::DynamoDB::GlobalTable': environment.tableName,
    'AWS::SecretsManager::Secret': signingKeysArn,
  };
  const named = Object.entries(Properties.Environment.Variables).map(([name, value]) => {
    const text = stack.describe(value);
    return [name, name === 'PAYMENT_KEY_SECRET' ? paymentKeyArn : (replacements[text] ?? text)];
  });
  return {
    bundle: bundleDirectory(bundles, file),
    handler: Properties.Handler,
    variables: { ...Object.fromEntries(named), API_URL: apiUrl, ...environment.endpoints },
    memoryMegabytes: Properties.MemorySize,
  };
}

const parametersIn = ({ path }: Route, asked: string): Record<string, string> => {
  const pattern = path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/?]+)');
  return { ...new RegExp(`^${pattern}`).exec(asked)?.groups };
};

function eventOf(route: Route, { path, ...sent }: SituationRequest) {
  const routeKey = `${route.method} ${basePath}${route.path}`;
  const request = incomingRequest(route.method, path, sent);
  return httpEvent(request, { routeKey, pathParameters: parametersIn(route, path) });
}

function firstCall(route: Route, currentWorld: () => World): Pick<Subject, 'event' | 'status'> {
  const situation = plainSuccessOf(route.name);
  let expected: number | undefined;
  const event = async () => {
    const world = currentWorld();
    const asked = { ...(route.access !== 'public' && { token: world.token }), ...(await situation(world)) };
    expected = asked.status;
    return eventOf(route, asked);
  };
  return { event, status: () => expected };
}

function pageEvent(path: string) {
  const url = path === '/console' ? '/console/sign-in' : path;
  const request = {
    ...{ method: 'GET', url, headers: [], body: Buffer.from('') },
    ...{ sourceIp: '203.0.113.7', requestId: randomUUID(), receivedAt: now() },
  };
  return httpEvent(request, { routeKey: `GET ${path}`, pathParameters: {} });
}

/** An empty batch that also ends a tumbling window. */
const streamEvent = { Records: [], shardId: 'shard', isFinalInvokeForWindow: true };

const kilobytesIn = (bundle: string, handler: string): number => {
  const [name = ''] = handler.split('.');
  const file = ['.mjs', '.js'].map((extension) => join(bundle, `${name}${extension}`));
  return file.reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0) / 1024;
};

export function subjectsOf(
  bundles: Bundles,
  currentWorld: () => World,
  environment: BenchEnvironment,
): readonly Subject[] {
  const stack = new SynthesizedStack('dev', bundles);
  const common = (file: string) => {
    const launch = launchOf(stack, bundles, file, environment);
    return { launch, kilobytes: kilobytesIn(launch.bundle, launch.handler) };
  };
  const endpoints = routes.map((route): Subject => {
    const kind = route.access === 'public' ? 'public' : 'authenticated';
    return { name: route.name, kind, ...common(handlerFile(route)), ...firstCall(route, currentWorld) };
  });
  // The first page of a person calls no endpoint, whose own cold start would follow.
  const pageSubjects = pageFunctions
    .filter(({ hasSessions }) => hasSessions)
    .map(({ file, paths }): Subject => {
      const calls = { event: async () => pageEvent(paths[0] ?? ''), status: () => 200 };
      return { name: file.replace(/\.ts$/, ''), kind: 'page', ...common(file), ...calls };
    });
  const streams = deployedFiles
    .filter((file) => file.startsWith('streams/'))
    .map((file): Subject => {
      const calls = { event: async () => streamEvent, status: () => undefined };
      return { name: file.replace(/\.ts$/, ''), kind: 'stream', ...common(file), ...calls };
    });
  return [...endpoints, ...pageSubjects, ...streams];
}
