// The database under the stage: the engine on the data directory's file, or the DynamoDB that is named instead.
import { rmSync } from 'node:fs';
import { DeleteTableCommand, waitUntilTableNotExists } from '@aws-sdk/client-dynamodb';
import { environment } from '#lib/shared/environment.ts';
import { rawClient } from '#lib/table/client.ts';
import { answers, type Engine, launchEngine, stopEngine, untilItAnswers } from './engine.ts';
import { indexStreamRecords } from './engine-index.ts';
import { StageFailure } from './failure.ts';
import { filesIn, type Settings } from './settings.ts';
import { prepareTable } from './table.ts';

export interface Database {
  /** Starts it, and makes the table where there is none, or the indexes that it lacks. */
  open(): Promise<void>;
  /** Removes all that is in it, and makes the table anew. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

interface Watch {
  /** Told each process id, as soon as there is one: from then on the engine can outlive this process. */
  readonly launched: (pid: number | null) => void;
  /** Told when the engine ends without having been stopped. */
  readonly lost: (how: string) => void;
}

export const databaseOf = (
  { dynamodbEndpoint, dataDirectory }: Settings,
  port: number,
  watch: Watch,
): Database =>
  dynamodbEndpoint === undefined
    ? engineOn(filesIn(dataDirectory).database, port, watch)
    : otherDatabase(dynamodbEndpoint);

function engineOn(file: string, port: number, { launched, lost }: Watch): Database {
  let engine: Engine | undefined;
  let isOver = false;
  const open = async (): Promise<void> => {
    if (isOver) return;
    engine = launchEngine({ port, file, detached: true });
    launched(engine.process.pid ?? null);
    await untilItAnswers(engine);
    engine.process.once('exit', (code, signal) => lost(String(signal ?? code)));
    indexStreamRecords(file);
    await prepareTable(rawClient, environment.TABLE_NAME);
  };
  const halt = async (): Promise<void> => {
    engine?.process.removeAllListeners('exit');
    if (engine !== undefined) await stopEngine(engine);
  };
  const clear = async (): Promise<void> => {
    await halt();
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    await open();
  };
  const stop = (): Promise<void> => {
    isOver = true;
    return halt();
  };
  return { open, stop, clear };
}

function otherDatabase(endpoint: string): Database {
  const TableName = environment.TABLE_NAME;
  return {
    open: async () => {
      if (await answers(endpoint)) await prepareTable(rawClient, TableName);
      else throw new StageFailure(`No DynamoDB answers at DYNAMODB_ENDPOINT ${endpoint}`);
    },
    clear: async () => {
      await rawClient.send(new DeleteTableCommand({ TableName }));
      await waitUntilTableNotExists({ client: rawClient, maxWaitTime: 60 }, { TableName });
      await prepareTable(rawClient, TableName);
    },
    stop: async () => {},
  };
}
