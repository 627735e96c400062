// Load test of the local stage: `npm run bench:clicks -- [--seconds 60] [--workers 16]`. Checks that every acknowledged
// click is stored and that the statistics equal the stored clicks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { freePort } from '#infra/local/engine.ts';
import { readStageFile } from '#infra/local/stage-file.ts';
import { quantile } from '#test/bench/statistics.ts';
import { startLocalStage, until } from '#test/support/local-stage.ts';
import { jsonOf } from '#test/support/programs.ts';
import { newAccount, statisticsOf } from './account.ts';
import { storedClicks } from './stored.ts';
import { isAcknowledged, isFailed, kinds, type Outcome, send, type Traffic } from './traffic.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, workers: { type: 'string', default: '16' } },
});
const seconds = Number(values.seconds);

async function load(traffic: Traffic): Promise<readonly Outcome[]> {
  const end = performance.now() + seconds * 1000;
  const outcomes: Outcome[] = [];
  let sent = 0;
  const work = async () => {
    while (performance.now() < end) {
      sent += 1;
      outcomes.push(await send(sent, traffic));
    }
  };
  await Promise.all(Array.from({ length: Number(values.workers) }, work));
  return outcomes;
}

const tableRow = (name: string, outcomes: readonly Outcome[]): string => {
  const times = outcomes.map(({ milliseconds }) => milliseconds);
  const cells = [name, outcomes.length, ...[0.5, 0.99].map((share) => quantile(times, share).toFixed(1))];
  return `| ${cells.join(' | ')} |`;
};

const tableOf = (outcomes: readonly Outcome[]): string =>
  [
    '| Request | Sent | p50, ms | p99, ms |',
    '|---|---|---|---|',
    ...kinds.map((kind) =>
      tableRow(
        kind,
        outcomes.filter((outcome) => outcome.kind === kind),
      ),
    ),
    tableRow('all', outcomes),
  ].join('\n');

/** The test waits this long for the statistics, because the stream updates them asynchronously. */
const maxLagMilliseconds = 60_000;

async function run(dataDirectory: string): Promise<void> {
  const port = await freePort();
  const stage = await startLocalStage({ PORT: String(port), DATA_DIR: dataDirectory });
  const notStored: string[] = [];
  if (stage.process.stdout === null) throw new Error('The local stage has no stdout');
  createInterface({ input: stage.process.stdout }).on('line', (line) => {
    if (line.includes('"click not stored"')) notStored.push(line);
  });
  try {
    const file = readStageFile(dataDirectory);
    if (file === undefined) throw new Error(`The local stage did not start:\n${stage.output}`);
    Object.assign(process.env, { TABLE_NAME: file.tableName, DYNAMODB_ENDPOINT: file.dynamodbEndpoint });
    const traffic = await newAccount(file.baseUrl);
    const brandId = brandOf(traffic.token);
    await removeAddressLimit(brandId, dataDirectory);
    const before = await storedClicks(brandId);
    const outcomes = await load(traffic);
    const replayed = await replay(notStored, dataDirectory);
    const after = await storedClicks(brandId);
    const statistics = await until(
      () => statisticsOf(traffic),
      (found) => isDeepStrictEqual(found, after.counts),
      maxLagMilliseconds,
    );
    const acknowledged = outcomes.filter(isAcknowledged).length;
    const failed = outcomes.filter(isFailed);
    const stored = after.entries - before.entries;
    process.stdout.write(`${tableOf(outcomes)}

${(outcomes.length / seconds).toFixed(0)} requests per second for ${seconds} s with ${values.workers} workers
clicks: ${acknowledged} acknowledged, ${stored} stored, ${replayed} of them replayed from the log
counts from stored clicks: ${JSON.stringify(after.counts)}
counts from statistics:    ${JSON.stringify(statistics)}
`);
    const problems = [
      ...(failed.length > 0
        ? [`${failed.length} requests failed: ${[...new Set(failed.map(({ status }) => status))]}`]
        : []),
      ...(stored === acknowledged
        ? []
        : [`${acknowledged} clicks were acknowledged, but ${stored} are stored`]),
      ...(isDeepStrictEqual(statistics, after.counts)
        ? []
        : ['The statistics differ from the stored clicks']),
    ];
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    stage.process.kill('SIGTERM');
    await stage.exitCode;
  }
}

const brandOf = (token: string): string => {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).brandId;
};

/** All visitors of the load test have the same address. */
const removeAddressLimit = (brandId: string, dataDirectory: string) =>
  jsonOf(
    [
      ...['infra/operator.ts', 'brand', 'set-terms', '--brand', brandId],
      ...['--unique-clicks-per-address', 'unlimited', '--json'],
    ],
    { DATA_DIR: dataDirectory },
  );

/** Replays the clicks that were only logged, with the operator's command. Returns how many it stored. */
async function replay(lines: readonly string[], dataDirectory: string): Promise<number> {
  const file = join(dataDirectory, 'not-stored.jsonl');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const result = await jsonOf(['infra/operator.ts', 'clicks', 'replay', '--file', file, '--json'], {
    DATA_DIR: dataDirectory,
  });
  return Number(result.stored ?? result.data?.stored);
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'creator-affiliate-clicks-'));
try {
  await run(dataDirectory);
} finally {
  rmSync(dataDirectory, { recursive: true, force: true });
}
