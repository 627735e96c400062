// Starts one engine for all test files, which create their own tables. With DynamoDB Local, setup.ts starts the engines.
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Engine, freePort, launchEngine, stopEngine, waitUntilReachable } from '#infra/local/engine.ts';
import { indexStreamRecords } from '#infra/local/engine-index.ts';
import { onDynamoDbLocal } from './dynamodb-local.ts';

const memoryDisk = '/dev/shm';
const neededBytes = 2 ** 30;

/** A disk in memory, if the system has one with enough space. On it, the engine does not wait for the disk. */
function fastestFolder(): string {
  if (!existsSync(memoryDisk)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryDisk);
  return bavail * bsize < neededBytes ? tmpdir() : memoryDisk;
}

const engineFileIn = (folder: string): string => join(folder, 'dynamodb.sqlite');

/** Stores the data in a file like the local stage, because in memory each stream record slows down later writes. */
async function startEngineOn(folder: string): Promise<Engine> {
  const file = engineFileIn(folder);
  const engine = await waitUntilReachable(launchEngine({ port: await freePort(), file }));
  indexStreamRecords(file);
  return engine;
}

export default async function setup(): Promise<() => Promise<void>> {
  if (onDynamoDbLocal) return async () => {};
  const folder = mkdtempSync(join(fastestFolder(), 'creator-affiliate-engine-'));
  const engine = await startEngineOn(folder);
  Object.assign(process.env, { DYNAMODB_ENDPOINT: engine.endpoint, ENGINE_FILE: engineFileIn(folder) });
  return async () => {
    await stopEngine(engine);
    rmSync(folder, { recursive: true, force: true });
  };
}
