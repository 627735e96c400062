// Runs all checks of Schemathesis against a local stage: in CI with a fifth of the operations. docs/decisions/0076
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#infra/local/engine.ts';
import { routes } from '#lib/surface/api/routes.ts';
import type { Json } from '#test/support/json.ts';
import { newDataDirectory, startLocalStage } from '#test/support/local-stage.ts';
import { inTurn, sized } from '#test/support/size.ts';
import { isExplained, readExplanations, readFindings } from './findings.ts';
import { installSchemathesis } from './install.ts';

/** Applies to each operation and phase. The examples of the document and the limits of each parameter are tested in addition. */
const maxExamples = sized(10, 100);

/** Two runs on the same commit send mostly the same requests. Another seed finds other ones. */
const seed = process.env.SCHEMATHESIS_SEED ?? '1';

/** These operations end the session of the run. The contract suite covers them. */
const endsSession = ['auth.logout', 'auth.refresh', 'users.update', 'users.delete'];

const operations = routes.map(({ name }) => name);
const tested = new Set(inTurn(operations, 5));
const excluded = operations.filter((name) => !tested.has(name) || endsSession.includes(name));

const port = await freePort();
const api = `http://localhost:${port}/v1`;

async function logIn(): Promise<string> {
  const response = await fetch(`${api}/auth/brand/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@scale.test', password: 'local-demo-password' }),
  });
  const answer: Json = await response.json();
  return answer.data.accessToken;
}

async function isValid(token: string): Promise<boolean> {
  const { status } = await fetch(`${api}/me`, { headers: { authorization: `Bearer ${token}` } });
  return status === 200;
}

interface Run {
  readonly report: string;
  readonly log: string;
}

/** Runs Schemathesis and keeps its log back, because the log presents explained findings as failures. */
function runSchemathesis(token: string, folder: string): Run {
  const report = join(folder, 'findings.ndjson');
  const options = [
    ...['--header', `Authorization: Bearer ${token}`, '--checks', 'all'],
    // Shrinking would repeat the requests of each explained finding.
    ...['--max-examples', String(maxExamples), '--no-shrink'],
    ...['--seed', seed],
    ...excluded.flatMap((operation) => ['--exclude-operation-id', operation]),
    ...['--continue-on-failure', '--no-color', '--report', 'ndjson', '--report-ndjson-path', report],
  ];
  const program = join(installSchemathesis(), 'st');
  const { error, stdout, stderr } = spawnSync(program, ['run', `${api}/openapi.json`, ...options], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  if (error !== undefined) throw error;
  const log = stdout + stderr;
  if (!existsSync(report)) throw new Error(`Schemathesis wrote no report:\n${log}`);
  return { report: readFileSync(report, 'utf8'), log };
}

const folder = newDataDirectory();
const stage = await startLocalStage({ PORT: String(port), DATA_DIR: folder });
try {
  const token = await logIn();
  const { report, log } = runSchemathesis(token, folder);
  const findings = readFindings(report);
  // Explained findings always exist, so none at all means that Schemathesis ended early.
  if (findings.length === 0) throw new Error(`Schemathesis has tested nothing:\n${log}`);
  if (!(await isValid(token)))
    throw new Error('The token of the run has ended: exclude the operation that ended it');
  const explanations = readExplanations();
  const unexplained = findings.filter((finding) => !isExplained(finding, explanations));
  if (unexplained.length > 0) process.stderr.write(log);
  for (const finding of unexplained) process.stderr.write(`Not explained: ${JSON.stringify(finding)}\n`);
  process.stdout.write(
    `Schemathesis: ${findings.length} findings, ${unexplained.length} of them not explained.\n`,
  );
  process.exitCode = unexplained.length === 0 ? 0 : 1;
} finally {
  stage.process.kill();
  await stage.exitCode;
  rmSync(folder, { recursive: true, force: true });
}
