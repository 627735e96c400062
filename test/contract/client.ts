// An HTTP client that checks every response against the contract.
import { expect } from 'vitest';
import * as z from 'zod';
import { errorBody } from '#lib/foundation/contract/error.ts';
import { pathsOf } from '#lib/foundation/contract/other-path.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { methodsOf } from '#lib/foundation/contract/route.ts';
import { csvType } from '#lib/foundation/shared/csv.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Send } from '#test/support/creations-with.ts';
import { jsonIn } from '#test/support/json.ts';
import { parametersOf } from '#test/support/requests.ts';
import type { Answer, RequestOptions } from '#test/support/service.ts';
import { bodySchema, documentedStatuses } from './document.ts';
import type { StageUnderTest } from './stage-under-test.ts';

const requiredHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': expect.stringMatching(/^default-src 'none';.* frame-ancestors 'none'$/),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-request-id': expect.stringMatching(/^\S{8,}$/),
};

/** Sorts routes with fewer parameters first, so that `/affiliates/invite` matches before `/affiliates/{id}`. */
const bySpecificity = routes.toSorted((one, other) => parametersOf(one).length - parametersOf(other).length);

export function routeAt(method: string, path: string): Route | undefined {
  const [pathname = ''] = path.split('?');
  return bySpecificity.find(
    (route) =>
      methodsOf(route).includes(method) &&
      pathsOf(route).some((own) =>
        new RegExp(`^${own.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
      ),
  );
}

const hasCsv = ({ answer }: Route): boolean => answer.kind === 'item' && answer.csv !== undefined;

const jsonType = 'application/json; charset=utf-8';

/** Expects a documented status with a body that matches its schema. */
function expectDocumented(route: Route, method: string, answer: Answer): void {
  expect(documentedStatuses(route), `${route.name}: ${answer.text}`).toContain(answer.status);
  if (route.answer.kind === 'file' && answer.status === 200) {
    expect(answer.headers['content-type']).toMatch(/^(text\/csv|application\/xml); charset=utf-8/);
    return;
  }
  if (route.answer.kind === 'image' && answer.status === 200) {
    expect(answer.headers['content-type']).toBe(route.answer.type);
    return;
  }
  if (answer.headers['content-type'] === csvType) {
    expect([hasCsv(route), answer.status]).toEqual([true, 200]);
    return;
  }
  if (route.answer.kind === 'html' && answer.status === 200) {
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    return;
  }
  const schema = bodySchema(route, answer.status);
  if (schema === undefined || method === 'HEAD') {
    expect(answer.text).toBe('');
    return;
  }
  expect(answer.headers['content-type']).toBe(jsonType);
  const { error } = schema.safeParse(answer.json);
  expect(error && z.prettifyError(error), `${route.name} returns ${answer.text}`).toBeUndefined();
}

/** Expects the standard error body for a path or method without a route, or no body after OPTIONS. */
function expectUnrouted(method: string, answer: Answer): void {
  if (method === 'OPTIONS' && answer.status === 204) {
    expect(answer.text).toBe('');
    return;
  }
  expect([404, 405]).toContain(answer.status);
  expect(answer.headers['content-type']).toBe(jsonType);
  if (method === 'HEAD') expect(answer.text).toBe('');
  else expect(errorBody.parse(answer.json).statusCode).toBe(answer.status);
}

function expectContract(route: Route | undefined, method: string, answer: Answer): void {
  const referrerPolicy = answer.status === 302 ? 'strict-origin-when-cross-origin' : 'no-referrer';
  expect(answer.headers).toMatchObject({ ...requiredHeaders, 'referrer-policy': referrerPolicy });
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  if (route === undefined) expectUnrouted(method, answer);
  else expectDocumented(route, method, answer);
  if (answer.status === 302) expect(URL.canParse(answer.headers.location ?? '')).toBe(true);
}

export type Successes = Map<string, number>;

async function sendRequest(
  address: string,
  method: string,
  { token, body, headers }: RequestOptions,
): Promise<Answer> {
  const response = await fetch(address, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: jsonIn(text, response.headers.get('content-type') ?? undefined),
  };
}

const maxConcurrency = 4;

/** Limits concurrent requests, because the emulator starts a process for each concurrent request to a function. */
function queued(): (send: () => Promise<Answer>) => Promise<Answer> {
  let free = maxConcurrency;
  const waiting: (() => void)[] = [];
  return async (send) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await send();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

export function clientOf({ baseUrl, differs }: StageUnderTest, successes: Successes): Send {
  const inQueue = queued();
  return async (method, path, sent = {}) => {
    const answer = await inQueue(() => sendRequest(`${baseUrl}${path}`, method, sent));
    if (method === 'OPTIONS' && differs('preflight')) return answer;
    const route = routeAt(method, path);
    expectContract(route, method, answer);
    if (route !== undefined && answer.status < 400) {
      successes.set(route.name, (successes.get(route.name) ?? 0) + 1);
    }
    return answer;
  };
}
