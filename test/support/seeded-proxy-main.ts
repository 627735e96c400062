// A proxy before an engine that fails by seed, in a process of its own:
// node test/support/seeded-proxy-main.ts --engine http://127.0.0.1:8000 --seed 7 --rates '{"lost": 0.01}' [--port 8001]
// It says where it listens; GET /counts there tells what it has done, when nothing is under way any more. It ends with who started it, or when it is told to.
import { parseArgs } from 'node:util';
import { startEngineProxy } from './engine-proxy.ts';
import { seededFaults } from './seeded-faults.ts';
import { countsPath, type Started } from './seeded-proxy.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    seed: { type: 'string' },
    rates: { type: 'string', default: '{}' },
    port: { type: 'string', default: '0' },
  },
});
const { engine, seed, rates, port } = values;
if (engine === undefined || seed === undefined) throw new Error('Say --engine and --seed');
const { decide, counts } = seededFaults(Number(seed), JSON.parse(rates));
const proxy = await startEngineProxy({
  engine,
  decide,
  pages: {
    [countsPath]: async () => {
      await proxy.quiet();
      return counts();
    },
  },
  port: Number(port),
});
const started: Started = { endpoint: proxy.endpoint };
process.stdout.write(`${JSON.stringify(started)}\n`);
process.on('disconnect', () => process.exit());
// The proxy itself keeps no process alive.
setInterval(() => {}, 60_000);
process.send?.(started);
