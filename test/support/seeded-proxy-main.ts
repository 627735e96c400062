// Runs the proxy that injects seeded faults:
// node test/support/seeded-proxy-main.ts --engine http://127.0.0.1:8000 --seed 7 --rates '{"lost": 0.01}' [--port 8001]
import { parseArgs } from 'node:util';
import { serveProxy } from './proxy-process.ts';
import { seededFaults } from './seeded-faults.ts';

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
await serveProxy({ engine, port: Number(port), ...seededFaults(Number(seed), JSON.parse(rates)) });
