// `npm run smoke -- [outputs file] [--brand <e-mail address>]` tests the last deployment, using the outputs of `npm run deploy`. With
// `--brand`, it also logs in as this user, whose password is in SMOKE_PASSWORD.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { parseStage, requireAccount, resourceName, type Stage } from '#infra/stage.ts';

/** The stack of the web ACL has no API. */
const outputsOfStack = z.object({
  ApiUrl: z.url().optional(),
  Account: z.string().optional(),
  Region: z.string().optional(),
});
const outputs = z.record(z.string(), outputsOfStack);
type Outputs = z.output<typeof outputsOfStack>;

interface SmokeCheck {
  readonly path: string;
  readonly status: number;
  readonly body: RegExp;
  readonly init?: RequestInit;
}

const loginOf = (email: string, password: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
});

/** No account has this address, because the domain is reserved (RFC 2606). */
const nobody = `smoke-test-${randomUUID()}@nobody.invalid`;

/** Checks the table, a function without it, the login, the tokens, the link, and the fallback. None of them changes data. */
export const smokeChecksOf = ({ readOnly = false }: Pick<Stage, 'readOnly'>): readonly SmokeCheck[] => [
  { path: '/health', status: 200, body: /"status":"ok"/ },
  { path: '/openapi.json', status: 200, body: /"openapi":"3\.1/ },
  { path: '/affiliates', status: 401, body: /"token_missing"/ },
  {
    path: '/affiliates',
    status: 401,
    body: /"token_invalid"/,
    init: { headers: { authorization: 'Bearer not.a.token' } },
  },
  {
    path: '/auth/brand/login',
    ...(readOnly ? { status: 503, body: /"read_only"/ } : { status: 401, body: /"credentials_invalid"/ }),
    init: loginOf(nobody, 'wrong-password'),
  },
  { path: '/tracking/ref/no-such-code-of-the-smoke-test', status: 404, body: /"tracking_code_not_found"/ },
  { path: '/no-such-endpoint', status: 404, body: /"route_not_found"/ },
];

const realLogin = (email: string, password: string): SmokeCheck => ({
  path: '/auth/brand/login',
  status: 200,
  body: /"accessToken":"/,
  init: loginOf(email, password),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Never contains the response of a login that succeeded, because it has a token. */
async function problemOf(url: string, { status, body, init }: SmokeCheck): Promise<string | undefined> {
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(15_000) });
    const text = await response.text();
    if (response.status === status && body.test(text)) return undefined;
    return `${init?.method ?? 'GET'} ${url} returned ${response.status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return `${url} did not respond: ${messageOf(error)}`;
  }
}

export async function problemsOf(apiUrl: string, checks: readonly SmokeCheck[]): Promise<readonly string[]> {
  const problems = await Promise.all(checks.map((check) => problemOf(`${apiUrl}${check.path}`, check)));
  return problems.filter((problem) => problem !== undefined);
}

const attempts = 10;
const pauseMilliseconds = 3000;

/** Retries, because the host name and routes of a new stage take a moment to become available. */
async function problemsAfterRetries(apiUrl: string, stage: Stage): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const problems = await problemsOf(apiUrl, smokeChecksOf(stage));
    if (problems.length === 0 || attempt === attempts) return problems;
    await setTimeout(pauseMilliseconds);
  }
}

/** Returns why the outputs are not those of the stage, if it pins its account and region. */
export function wrongLocationOf(
  { account, region }: Pick<Stage, 'account' | 'region'>,
  { Account, Region }: Outputs,
): string | undefined {
  if (account === undefined || (account === Account && region === Region)) return undefined;
  return `it is deployed in ${Account} (${Region}), but infra/stage.ts names ${account} (${region})`;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { brand: { type: 'string' } },
  });
  const [file = 'cdk.out/outputs.json'] = positionals;
  const { SMOKE_PASSWORD: password = '' } = process.env;
  if (values.brand !== undefined && password === '')
    throw new Error('Set SMOKE_PASSWORD to the password of the user that --brand names');
  if (!existsSync(file))
    throw new Error(`${file} does not exist: deploy the stage with npm run deploy first`);
  const stacks = Object.entries(outputs.parse(JSON.parse(readFileSync(file, 'utf8'))));
  if (!stacks.some(([, { ApiUrl }]) => ApiUrl !== undefined))
    throw new Error(`${file} contains no stack with an ApiUrl: deploy the stage with npm run deploy first`);
  for (const [stack, its] of stacks) {
    if (its.ApiUrl === undefined) continue;
    const stage = parseStage(stack.slice(resourceName({ name: '' }).length));
    requireAccount(stage);
    const wrong = wrongLocationOf(stage, its);
    const problems = wrong === undefined ? await problemsAfterRetries(its.ApiUrl, stage) : [wrong];
    // Nobody can log in while a stage is read-only.
    const login =
      values.brand === undefined || stage.readOnly === true ? [] : [realLogin(values.brand, password)];
    const ofLogin = problems.length === 0 ? await problemsOf(its.ApiUrl, login) : [];
    const all = [...problems, ...ofLogin];
    if (all.length > 0) throw new Error(`${stack} failed the smoke test. ${all.join('; ')}`);
    process.stdout.write(`${stack} passed the smoke test: ${its.ApiUrl}\n`);
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  });
}
