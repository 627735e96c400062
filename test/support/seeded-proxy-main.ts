// Runs the proxy that injects seeded faults:
// node test/support/seeded-proxy-main.ts --engine http://127.0.0.1:8000 --seed 7 --rates '{"lost": 0.01}' [--port 8001]
// Prints its address. GET /counts returns the counts once no call is in progress. Exits with its parent or on a signal.
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
if (engine === undefined || seed === undefined)
  throw new Error('Missing option: --engine and --seed are required');
const { decide, counts } = seededFaults(Number(seed), JSON.parse(rates));
const proxy = await startEngineProxy({
  engine,
  decide,
  pages: {
    [countsPath]: async () => {
      await proxy.untilIdle();
      return counts();
    },
  },
  port: Number(port),
});
const started: Started = { endpoint: proxy.endpoint };
process.stdout.write(`${JSON.stringify(started)}\n`);
process.on('disconnect', () => process.exit());
// Keep the process alive, because the proxy does not.
setInterval(() => {}, 60_000);
process.send?.(started);
