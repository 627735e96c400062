// Runs the proxy that models transaction conflicts and limits of partitions: node test/support/conflict-proxy-main.ts
// --engine http://127.0.0.1:8000 --hold 20 [--call 5] [--units 1000 --slowdown 16] [--port 8001]
import { parseArgs } from 'node:util';
import { conflictModel } from './conflict-model.ts';
import { partitionLimits } from './partition-limits.ts';
import { serveProxy } from './proxy-process.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    hold: { type: 'string' },
    call: { type: 'string', default: '0' },
    units: { type: 'string', default: 'Infinity' },
    slowdown: { type: 'string', default: '1' },
    port: { type: 'string', default: '0' },
  },
});
const { engine, hold, call, units, slowdown, port } = values;
if (engine === undefined || hold === undefined)
  throw new Error('Missing option: --engine and --hold (in milliseconds) are required');
const conflicts = conflictModel({ hold: Number(hold), call: Number(call) });
const limits = partitionLimits({ unitsPerSecond: Number(units), slowdown: Number(slowdown) });
await serveProxy({
  engine,
  port: Number(port),
  // A transaction that is throttled holds no items.
  decide: (made) => limits.decide(made) ?? conflicts.decide(made),
  counts: () => ({ ...conflicts.counts(), ...limits.counts() }),
});
