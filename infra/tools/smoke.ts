// `npm run smoke` tests the last deployment, using the outputs of `npm run deploy`.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';

/** The stack of the web ACL has no API. */
const outputs = z.record(z.string(), z.object({ ApiUrl: z.url().optional() }));

interface SmokeCheck {
  readonly path: string;
  readonly status: number;
  readonly body: RegExp;
}

/** Checks a function that reads the table, a function that does not, a protected route, and the fallback. */
const smokeChecks: readonly SmokeCheck[] = [
  { path: '/health', status: 200, body: /"status":"ok"/ },
  { path: '/openapi.json', status: 200, body: /"openapi":"3\.1/ },
  { path: '/affiliates', status: 401, body: /"statusCode":401/ },
  { path: '/no-such-endpoint', status: 404, body: /"statusCode":404/ },
];

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function problemOf(url: string, { status, body }: SmokeCheck): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    const text = await response.text();
    if (response.status === status && body.test(text)) return undefined;
    return `${url} returned ${response.status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return `${url} did not respond: ${messageOf(error)}`;
  }
}

export async function problemsOf(apiUrl: string): Promise<readonly string[]> {
  const problems = await Promise.all(smokeChecks.map((check) => problemOf(`${apiUrl}${check.path}`, check)));
  return problems.filter((problem) => problem !== undefined);
}

const attempts = 10;
const pauseMilliseconds = 3000;

/** Retries, because the host name and routes of a new stage take a moment to become available. */
async function problemsAfterRetries(apiUrl: string): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const problems = await problemsOf(apiUrl);
    if (problems.length === 0 || attempt === attempts) return problems;
    await setTimeout(pauseMilliseconds);
  }
}

async function main(file = 'cdk.out/outputs.json'): Promise<void> {
  for (const [stack, { ApiUrl }] of Object.entries(outputs.parse(JSON.parse(readFileSync(file, 'utf8'))))) {
    if (ApiUrl === undefined) continue;
    const problems = await problemsAfterRetries(ApiUrl);
    if (problems.length > 0) throw new Error(`${stack} failed the smoke test. ${problems.join('; ')}`);
    process.stdout.write(`${stack} passed the smoke test: ${ApiUrl}\n`);
  }
}

if (import.meta.main) {
  await main(process.argv[2]).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  });
}
