// Compares the public link with raw node:http: `npm run bench:link -- [--spawns 20] [--rounds 20]`. See docs/performance.md.
import { parseArgs } from 'node:util';
import { measure } from '#test/bench/cold/measure.ts';
import { ratioOf } from '#test/bench/cold/report.ts';
import { runtimeClient } from '#test/bench/cold/runtime-client.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import { median } from '#test/bench/statistics.ts';
import { connectionsOfClicks, sentByClick } from './clicks.ts';
import { costOfMillionClicks, dollarsOf } from './cost.ts';
import { limits, tableOf } from './report.ts';
import { prepare } from './setting.ts';
import { type ApiRound, type Round, startTimer } from './warm.ts';

const { values } = parseArgs({
  options: { spawns: { type: 'string', default: '20' }, rounds: { type: 'string', default: '20' } },
});

/** Returns the median of one ratio per round. Other load affects both sides of a round, so it hardly changes the ratio. */
const ratio = <Round>(rounds: readonly Round[], of: (round: Round) => number): number =>
  median(rounds.map(of));

async function run(directory: string): Promise<void> {
  const setting = await prepare(directory);
  const { stub, variables, bundles, code, events } = setting;
  const connections = await connectionsOfClicks({
    stub,
    bundle: bundles.link,
    code,
    variables,
    clicks: 1000,
  });
  const sent = await sentByClick(stub);
  const timer = await startTimer(
    { address: stub.address, log: stub.log, bundles, code, events, sent },
    variables,
  );
  const rounds: Round[] = [];
  for (let made = 0; made < Number(values.rounds); made += 1) {
    rounds.push(await timer.round());
    process.stderr.write(`\rwarm: round ${made + 1} of ${values.rounds}`);
  }
  process.stderr.write('\n');
  const { logged } = await stub.seen();
  const bytesOfLogLine = logged.bytes / logged.lines;
  const apiRounds: ApiRound[] = [];
  for (let made = 0; made < Number(values.rounds); made += 1) apiRounds.push(await timer.apiRound());
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
  const cost = costOfMillionClicks(limits.counts);
  const figures = {
    kilobytes: setting.bytesOfBundle / 1024,
    cold: median(cold.map(ratioOf)),
    cpu: ratio(rounds, ({ link, raw }) => link / raw),
    rate: ratio(rounds, ({ linkRate, rawRate }) => linkRate / rawRate),
    connections,
    post: ratio(apiRounds, ({ post, get }) => post / get),
    dollars: dollarsOf(cost),
  };
  const { text, missed } = tableOf(figures);
  const medianOf = <Round>(of: readonly Round[], value: (round: Round) => number): string =>
    median(of.map(value)).toFixed(0);
  const cpu = [
    `raw ${medianOf(rounds, ({ raw }) => raw)}`,
    `link ${medianOf(rounds, ({ link }) => link)}`,
    `POST ${medianOf(apiRounds, ({ post }) => post)}`,
    `GET affiliate ${medianOf(apiRounds, ({ get }) => get)}`,
  ];
  const rates = `raw ${medianOf(rounds, ({ rawRate }) => rawRate)}, link ${medianOf(rounds, ({ linkRate }) => linkRate)}`;
  const singleClick = median(rounds.map(({ linkMilliseconds }) => linkMilliseconds)).toFixed(2);
  process.stdout.write(`${text}

CPU per call, µs (medians): ${cpu.join(', ')}
calls per second with 32 in flight: ${rates}
latency of one click: ${singleClick} ms; while the table does not respond: ${hungMilliseconds.toFixed(0)} ms
bytes per click: ${sent.body.length} sent to the table, ${bytesOfLogLine.toFixed(0)} logged

${cost.map(({ what, arithmetic, dollars }) => `| ${what} | ${arithmetic} | $${dollars.toFixed(4)} |`).join('\n')}
`);
  if (missed.length === 0) return;
  process.stderr.write(`Limits exceeded: ${missed.join(', ')}\n`);
  process.exitCode = 1;
}

await onAnEngine(run);
