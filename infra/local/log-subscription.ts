// Replaces the subscriptions of the log on a local stage: reads the lines that the functions write to stdout.
import { logFunctions } from '#infra/constructs/log-sources.ts';
import { type LogEvent, logEventOf } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { loadFunction } from './handlers.ts';

type Receive = (event: LogEvent) => Promise<void>;

interface Subscriber {
  readonly message: string;
  readonly receive: Receive;
}

const loadSubscribers = (): Promise<readonly Subscriber[]> =>
  Promise.all(
    Object.values(logFunctions).map(async ({ file, message }) => ({
      message,
      receive: await loadFunction<Receive>(file),
    })),
  );

function messageOf(line: string): unknown {
  try {
    return Object(JSON.parse(line)).message;
  } catch {
    return undefined;
  }
}

/** Returns a function that ends the subscriptions. */
export async function subscribeToLog(
  output: Pick<NodeJS.WriteStream, 'write'> = process.stdout,
  subscribers?: readonly Subscriber[],
): Promise<() => void> {
  const known = subscribers ?? (await loadSubscribers());
  const write = output.write;
  const deliver = (text: string): void => {
    for (const { message, receive } of known) {
      // Most output has no such line, and is not parsed.
      if (!text.includes(message)) continue;
      const lines = text.split('\n').filter((line) => messageOf(line) === message);
      if (lines.length === 0) continue;
      receive(logEventOf(lines)).catch((error: unknown) => {
        logger.warn('the delivery of log lines failed', { failure: String(error) });
      });
    }
  };
  output.write = (chunk: string | Uint8Array, ...others: readonly unknown[]): boolean => {
    if (typeof chunk === 'string') deliver(chunk);
    return Reflect.apply(write, output, [chunk, ...others]);
  };
  return () => {
    output.write = write;
  };
}
