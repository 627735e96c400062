// The local stage under mixed traffic: `npm run bench:clicks -- [--seconds 60] [--workers 16]`. Afterwards every click that was
// acknowledged is stored, and the statistics are what is stored, to the last one.
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

/** Each worker sends one request after the other until the time is over. */
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

const rowOf = (name: string, outcomes: readonly Outcome[]): string => {
  const times = outcomes.map(({ milliseconds }) => milliseconds);
  const cells = [name, outcomes.length, ...[0.5, 0.99].map((share) => quantile(times, share).toFixed(1))];
  return `| ${cells.join(' | ')} |`;
};

const tableOf = (outcomes: readonly Outcome[]): string =>
  [
    '| Request | sent | p50, ms | p99, ms |',
    '|---|---|---|---|',
    ...kinds.map((kind) =>
      rowOf(
        kind,
        outcomes.filter((outcome) => outcome.kind === kind),
      ),
    ),
    rowOf('all', outcomes),
  ].join('\n');

/** A figure does not show before the stream has been read. */
const foldedWithinMilliseconds = 60_000;

async function run(dataDirectory: string): Promise<void> {
  const port = await freePort();
  const stage = await startLocalStage({ PORT: String(port), DATA_DIR: dataDirectory });
  const notStored: string[] = [];
  if (stage.process.stdout === null) throw new Error('The stage has no output');
  createInterface({ input: stage.process.stdout }).on('line', (line) => {
    if (line.includes('"click not stored"')) notStored.push(line);
  });
  try {
    const file = readStageFile(dataDirectory);
    if (file === undefined) throw new Error(`The stage did not start:\n${stage.output}`);
    Object.assign(process.env, { TABLE_NAME: file.tableName, DYNAMODB_ENDPOINT: file.dynamodbEndpoint });
    const traffic = await newAccount(file.baseUrl);
    const brandId = brandOf(traffic.token);
    const before = await storedClicks(brandId);
    const outcomes = await load(traffic);
    const replayed = await replay(notStored, dataDirectory);
    const after = await storedClicks(brandId);
    const statistics = await until(
      () => statisticsOf(traffic),
      (found) => isDeepStrictEqual(found, after.counts),
      foldedWithinMilliseconds,
    );
    const acknowledged = outcomes.filter(isAcknowledged).length;
    const failed = outcomes.filter(isFailed);
    const stored = after.entries - before.entries;
    process.stdout.write(`${tableOf(outcomes)}

${(outcomes.length / seconds).toFixed(0)} requests a second for ${seconds} s, ${values.workers} at a time
acknowledged clicks ${acknowledged}, stored ${stored} (of which from the log ${replayed})
counted from what is stored ${JSON.stringify(after.counts)}
the statistics              ${JSON.stringify(statistics)}
`);
    const problems = [
      ...(failed.length > 0
        ? [`${failed.length} requests failed: ${[...new Set(failed.map(({ status }) => status))]}`]
        : []),
      ...(stored === acknowledged
        ? []
        : [`${acknowledged} clicks were acknowledged, and ${stored} are stored`]),
      ...(isDeepStrictEqual(statistics, after.counts) ? [] : ['The statistics are not what is stored']),
    ];
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    stage.process.kill('SIGTERM');
    await stage.exitCode;
  }
}

/** The brand that a token is of. */
const brandOf = (token: string): string => {
  const [, claims = ''] = token.split('.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).brandId;
};

/** Stores what the log says could not be stored in time, as an operator does. */
async function replay(lines: readonly string[], dataDirectory: string): Promise<number> {
  const file = join(dataDirectory, 'not-stored.jsonl');
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
  const said = await jsonOf(['infra/operator.ts', 'clicks', 'replay', '--file', file, '--json'], {
    DATA_DIR: dataDirectory,
  });
  return Number(said.stored ?? said.data?.stored);
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'creator-affiliate-clicks-'));
try {
  await run(dataDirectory);
} finally {
  rmSync(dataDirectory, { recursive: true, force: true });
}
