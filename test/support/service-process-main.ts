// A process of the service as Lambda has them: told a function's file and an event, it answers what the function does.
// Its table and its keys are those of its environment. `NOW`: an instant, at which its clock stands.
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { FromProcess, ToProcess } from './service-process.ts';

// Many are started, each to be killed soon: what the first one compiled, the others read.
enableCompileCache();
const [{ loadFunction }, { useClock }, { useProductionTimeout }] = await Promise.all([
  import('#infra/local/handlers.ts'),
  import('#lib/shared/clock.ts'),
  import('./request-timeout.ts'),
]);

type Handling = (event: object, context: object) => Promise<unknown>;

const { NOW, FUNCTIONS = '', PRODUCTION_TIMEOUT } = process.env;
if (PRODUCTION_TIMEOUT === 'on') await useProductionTimeout();
if (NOW !== undefined) {
  const at = new Date(NOW);
  useClock({ now: () => at });
}

const reply = (message: FromProcess): boolean | undefined => process.send?.(message);

async function answer({ id, file, event }: ToProcess): Promise<void> {
  try {
    const handle = await loadFunction<Handling>(file);
    reply({ id, result: await handle(event, {}) });
  } catch (error) {
    reply({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

process.on('disconnect', () => process.exit());
process.on('message', (message: ToProcess) => void answer(message));
await Promise.all(FUNCTIONS.split(' ').filter(Boolean).map(loadFunction));
reply({ isReady: true });
flushCompileCache();
