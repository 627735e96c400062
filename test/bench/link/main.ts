// The tracking link against its floor: `npm run bench:link -- [--spawns 20] [--rounds 20]`. docs/performance.md has the table.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import startEngine from '#test/support/global-setup.ts';
import { measure } from '../cold/measure.ts';
import { ratioOf } from '../cold/report.ts';
import { runtimeClient } from '../cold/runtime-client.ts';
import { serveSecret } from '../cold/secrets-manager.ts';
import { median } from '../statistics.ts';
import { connectionsOfClicks, sentByClick } from './clicks.ts';
import { costOfMillionClicks, dollarsOf } from './cost.ts';
import { limits, tableOf } from './report.ts';
import { prepare } from './setting.ts';
import { type Round, startTimer } from './warm.ts';

const { values } = parseArgs({
  options: { spawns: { type: 'string', default: '20' }, rounds: { type: 'string', default: '20' } },
});

/** Every round is one ratio: what weighs on a round weighs on both of its sides. */
const ratio = (rounds: readonly Round[], of: (round: Round) => number): number => median(rounds.map(of));

async function run(directory: string): Promise<void> {
  const secrets = await serveSecret(process.env.SIGNING_KEYS_FILE ?? '');
  const setting = await prepare(directory, `http://${secrets.host}`);
  const { stub, variables, bundles, code, events, tableName } = setting;
  const connections = await connectionsOfClicks({
    stub,
    bundle: bundles.link,
    code,
    variables,
    clicks: 1000,
  });
  const sent = await sentByClick(stub);
  const timer = await startTimer({ address: stub.address, bundles, code, events, sent }, variables);
  const rounds: Round[] = [];
  for (let made = 0; made < Number(values.rounds); made += 1) {
    rounds.push(await timer.round());
    process.stderr.write(`\rwarm: round ${made + 1} of ${values.rounds}`);
  }
  process.stderr.write('\n');
  const bytesOfLogLine = timer.bytesOfLogLine();
  await stub.hang(true);
  const hungMilliseconds = await timer.oneClick();
  timer.stop();
  stub.stop();
  const cold = await measure({
    subjects: [setting.link],
    spawns: Number(values.spawns),
    runtimeClient: runtimeClient(),
    directory,
  });
  secrets.close();
  const cost = costOfMillionClicks(limits.counts);
  const figures = {
    kilobytes: setting.bytesOfBundle / 1024,
    cold: median(cold.map(ratioOf)),
    cpu: ratio(rounds, ({ link, raw }) => link / raw),
    rate: ratio(rounds, ({ linkRate, rawRate }) => linkRate / rawRate),
    connections,
    post: ratio(rounds, ({ post, get }) => post / get),
    dollars: dollarsOf(cost),
  };
  const { text, missed } = tableOf(figures);
  const cpuOf = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(0);
  process.stdout.write(`${text}

CPU a call, µs (medians): raw ${cpuOf(({ raw }) => raw)}, link ${cpuOf(({ link }) => link)}, POST ${cpuOf(({ post }) => post)}, GET one ${cpuOf(({ get }) => get)}
calls a second at 32 in flight: raw ${cpuOf(({ rawRate }) => rawRate)}, link ${cpuOf(({ linkRate }) => linkRate)}
one click: ${median(rounds.map(({ linkMilliseconds }) => linkMilliseconds)).toFixed(2)} ms; while the table hangs: ${hungMilliseconds.toFixed(0)} ms; ${sent.body.length} bytes sent to ${tableName.length > 0 ? 'the table' : ''}, ${bytesOfLogLine.toFixed(0)} bytes logged

${cost.map(({ what, arithmetic, dollars }) => `| ${what} | ${arithmetic} | $${dollars.toFixed(4)} |`).join('\n')}
`);
  if (missed.length === 0) return;
  process.stderr.write(`Missed: ${missed.join(', ')}\n`);
  process.exitCode = 1;
}

process.env.LOG_LEVEL = 'SILENT';
process.env.METRICS = 'off';
const directory = mkdtempSync(join(tmpdir(), 'creator-affiliate-link-'));
const stopEngine = await startEngine();
try {
  await import('#test/support/setup.ts');
  await run(directory);
} finally {
  await stopEngine();
  rmSync(directory, { recursive: true, force: true });
}
