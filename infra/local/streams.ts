import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import type { StreamEvent } from '#lib/foundation/streams/changes.ts';
import { loadFunction } from './handlers.ts';
import type { Consumer } from './stream-event.ts';
import { openPositions } from './stream-positions.ts';
import { createStreamReader, type ReadPass } from './stream-reader.ts';
import { openStream } from './stream-source.ts';

const folder = new URL('../../functions/streams/', import.meta.url);

const functionFiles = () => readdirSync(folder).filter((file) => file.endsWith('.ts'));

function filtersOf(file: string): Pick<Consumer, 'filters'> {
  const source = Object.values(streamFunctions).find((one) => one.file === file);
  return source === undefined ? {} : { filters: source.filters };
}

export const loadConsumers = (): Promise<readonly Consumer[]> =>
  Promise.all(
    functionFiles().map(async (file) => ({
      name: basename(file, '.ts'),
      ...filtersOf(`streams/${file}`),
      handle: await loadFunction<(event: StreamEvent) => Promise<void>>(`streams/${file}`),
    })),
  );

export interface Feeder {
  /** Delivers records until the stream has no more, including the changes that the stream functions make. */
  drain(): Promise<void>;
  start(): void;
  /** Waits until all changes so far were delivered, after `start`. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  readonly consumers: readonly Consumer[];
  readonly positionsFile?: string;
}

const idleMilliseconds = 150;
const failedMilliseconds = 1000;

export async function createFeeder({ consumers, positionsFile }: Options): Promise<Feeder> {
  const source = await openStream();
  const positions = openPositions(source.arn, positionsFile);
  const passes = consumers.map((consumer) => createStreamReader(consumer, source, positions));
  const stopping = new AbortController();
  let running: readonly Promise<void>[] = [];
  const idlePasses = passes.map(() => 0);
  const counted = passes.map((pass, index) => async () => {
    const delivered = await pass();
    if (delivered === 0) idlePasses[index] = (idlePasses[index] ?? 0) + 1;
    return delivered;
  });
  return {
    drain: async () => {
      let delivered: readonly number[];
      do delivered = await Promise.all(passes.map((pass) => pass()));
      while (delivered.some((count) => count > 0));
    },
    start: () => {
      running = counted.map((pass) => feedContinuously(pass, stopping.signal));
    },
    caughtUp: async () => {
      // The first of two idle passes can have begun before the last change.
      const wanted = idlePasses.map((count) => count + 2);
      while (wanted.some((count, index) => (idlePasses[index] ?? 0) < count))
        await setTimeout(idleMilliseconds, undefined, { signal: stopping.signal });
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function feedContinuously(pass: ReadPass, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const delayMilliseconds = await pass().then(
      (delivered) => (delivered > 0 ? 0 : idleMilliseconds),
      (error: unknown) => {
        const failure = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        if (!signal.aborted) logger.warn('delivery of the stream failed', { failure });
        return failedMilliseconds;
      },
    );
    if (delayMilliseconds > 0) await setTimeout(delayMilliseconds, undefined, { signal }).catch(() => {});
  }
}
