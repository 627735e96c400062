// Runs functions like Lambda: receives the file of a function and an event, and returns the result.
// The environment names the table and the keys. `NOW` stops the clock at an instant.
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { FromProcess, ToProcess } from './service-process.ts';

// Shares the compile cache, because many short-lived processes are started.
enableCompileCache();
const { NOW, FUNCTIONS = '' } = process.env;
const [{ loadFunction }, { useClock }] = await Promise.all([
  import('#infra/local/handlers.ts'),
  import('#lib/foundation/shared/clock.ts'),
]);

type Handling = (event: object, context: object) => Promise<unknown>;

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
