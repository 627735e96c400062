// Tests who may use the data directory of a local stage.
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { claimDataDirectory } from '#infra/local/claim.ts';
import { readStageFile, type StageFile } from '#infra/local/stage-file.ts';

async function listeningPort(): Promise<number> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return address.port;
}

const stageFile = (pid: number, port: number): StageFile => ({
  pid,
  port,
  baseUrl: `http://localhost:${port}/v1`,
  dynamodbEndpoint: 'http://localhost:1',
  tableName: 'local',
  signingKeysFile: 'keys.json',
  enginePid: null,
});

const newDirectory = () => mkdtempSync(join(tmpdir(), 'claim-'));

test('a stage claims the directory of a crashed stage that had its process id, as in a restarted container', async () => {
  const [directory, port] = [newDirectory(), await listeningPort()];
  await claimDataDirectory(directory, stageFile(process.pid, port));
  const restarted = { ...stageFile(process.pid, port), tableName: 'restarted' };
  await claimDataDirectory(directory, restarted);
  expect(readStageFile(directory)).toEqual(restarted);
});

test('a stage does not claim the directory of a running stage', async () => {
  const [directory, port] = [newDirectory(), await listeningPort()];
  const running = stageFile(process.ppid, port);
  await claimDataDirectory(directory, running);
  await expect(claimDataDirectory(directory, stageFile(process.pid, port))).rejects.toThrow(
    `The local stage is already running: ${running.baseUrl} (process ${process.ppid}`,
  );
  expect(readStageFile(directory)).toEqual(running);
});
