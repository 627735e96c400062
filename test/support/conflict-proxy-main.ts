// Runs the proxy that models transaction conflicts: node test/support/conflict-proxy-main.ts --engine http://127.0.0.1:8000 --hold 20
// [--call 5] [--port 8001]
import { parseArgs } from 'node:util';
import { conflictModel } from './conflict-model.ts';
import { serveProxy } from './proxy-process.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    hold: { type: 'string' },
    call: { type: 'string', default: '0' },
    port: { type: 'string', default: '0' },
  },
});
const { engine, hold, call, port } = values;
if (engine === undefined || hold === undefined)
  throw new Error('Missing option: --engine and --hold (in milliseconds) are required');
const { decide, counts } = conflictModel({ hold: Number(hold), call: Number(call) });
await serveProxy({ engine, port: Number(port), decide, counts });
