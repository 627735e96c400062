import { existsSync, rmSync } from 'node:fs';
import { environment } from '#lib/foundation/shared/environment.ts';
import { type Engine, isReachable, launchEngine, stopEngine, waitUntilReachable } from './engine.ts';
import { indexStreamRecords } from './engine-index.ts';
import { StageFailure } from './failure.ts';
import { filesIn, type Settings } from './settings.ts';
import { deleteTable, prepareTable } from './table.ts';

export interface Database {
  open(): Promise<void>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

interface EngineListeners {
  /** Called as soon as the engine process exists, so that the next start can find and end the engine if this process crashes. */
  readonly onLaunch: (pid: number | null) => void;
  readonly onUnexpectedExit: (reason: string) => void;
}

export const createDatabase = (
  { dynamodbEndpoint, dataDirectory }: Settings,
  port: number,
  listeners: EngineListeners,
): Database =>
  dynamodbEndpoint === undefined
    ? createEngineDatabase(filesIn(dataDirectory).database, port, listeners)
    : createExternalDatabase(dynamodbEndpoint);

const damaged = (file: string, error: unknown): StageFailure =>
  new StageFailure(
    `The database ${file} cannot be opened. It may be damaged: restore it, or delete it to begin with new demo data. ` +
      `(${error instanceof Error ? error.message : String(error)})`,
  );

function createEngineDatabase(
  file: string,
  port: number,
  { onLaunch, onUnexpectedExit }: EngineListeners,
): Database {
  let engine: Engine | undefined;
  let isStopped = false;
  const open = async (): Promise<void> => {
    if (isStopped) return;
    const existed = existsSync(file);
    engine = launchEngine({ port, file, detached: true });
    onLaunch(engine.process.pid ?? null);
    try {
      await waitUntilReachable(engine);
      engine.process.once('exit', (code, signal) => onUnexpectedExit(String(signal ?? code)));
      indexStreamRecords(file);
      await prepareTable(environment.TABLE_NAME);
    } catch (error) {
      throw existed && !isStopped ? damaged(file, error) : error;
    }
  };
  const stopEngineIfRunning = async (): Promise<void> => {
    engine?.process.removeAllListeners('exit');
    if (engine !== undefined) await stopEngine(engine);
  };
  const clear = async (): Promise<void> => {
    await stopEngineIfRunning();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    await open();
  };
  const stop = (): Promise<void> => {
    isStopped = true;
    return stopEngineIfRunning();
  };
  return { open, stop, clear };
}

function createExternalDatabase(endpoint: string): Database {
  const TableName = environment.TABLE_NAME;
  return {
    open: async () => {
      if (await isReachable(endpoint)) await prepareTable(TableName);
      else
        throw new StageFailure(
          `DYNAMODB_ENDPOINT ${endpoint} does not respond. Start DynamoDB there, or unset the variable`,
        );
    },
    clear: async () => {
      await deleteTable(TableName);
      await prepareTable(TableName);
    },
    stop: async () => {},
  };
}
