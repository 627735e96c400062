// `npm run smoke`: does what was just deployed answer? Reads the outputs that `npm run deploy` has left.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';

/** As `cdk deploy --outputs-file` writes it: by stack, then by output. */
const outputs = z.record(z.string(), z.object({ ApiUrl: z.url() }));

interface SmokeCheck {
  readonly path: string;
  readonly status: number;
  /** What only this service says. */
  readonly body: RegExp;
}

/** A function that reads the table, one that has nothing to read, the gateway's routes, and the refusal of all others. */
const smokeChecks: readonly SmokeCheck[] = [
  { path: '/health', status: 200, body: /"status":"ok"/ },
  { path: '/openapi.json', status: 200, body: /"openapi":"3\.1/ },
  { path: '/affiliates', status: 401, body: /"statusCode":401/ },
  { path: '/no-such-endpoint', status: 404, body: /"statusCode":404/ },
];

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function problemOf(url: string, { status, body }: SmokeCheck): Promise<string | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    const text = await answer.text();
    if (answer.status === status && body.test(text)) return undefined;
    return `${url} answered ${answer.status}: ${text.slice(0, 200)}`;
  } catch (error) {
    return `${url} does not answer: ${messageOf(error)}`;
  }
}

/** What does not answer as it should below a base URL (`https://…/v1`), in words; nothing, if all does. */
export async function problemsOf(apiUrl: string): Promise<readonly string[]> {
  const problems = await Promise.all(smokeChecks.map((check) => problemOf(`${apiUrl}${check.path}`, check)));
  return problems.filter((problem) => problem !== undefined);
}

const attempts = 10;
const pauseMilliseconds = 3000;

/** A stage that is new takes a moment until its name is known and its routes are everywhere. */
async function problemsAfterRetries(apiUrl: string): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const problems = await problemsOf(apiUrl);
    if (problems.length === 0 || attempt === attempts) return problems;
    await setTimeout(pauseMilliseconds);
  }
}

async function main(file = 'cdk.out/outputs.json'): Promise<void> {
  for (const [stack, { ApiUrl }] of Object.entries(outputs.parse(JSON.parse(readFileSync(file, 'utf8'))))) {
    const problems = await problemsAfterRetries(ApiUrl);
    if (problems.length > 0) throw new Error(`${stack} does not answer as it should. ${problems.join('; ')}`);
    process.stdout.write(`${stack} answers: ${ApiUrl}\n`);
  }
}

if (import.meta.main) {
  await main(process.argv[2]).catch((error: unknown) => {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  });
}
