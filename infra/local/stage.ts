// The stage from its start to its end. What is started last ends first; stage.json outlives all of it.

import { seedDemoData } from '#infra/local/demo/seed.ts';
import { environment } from '#lib/shared/environment.ts';
import { banner } from './banner.ts';
import { alreadyRunning, claimDataDirectory, runningStage } from './claim.ts';
import { type Database, databaseOf } from './database.ts';
import { engineProgram } from './engine.ts';
import { type Gateway, PortTaken, takePort } from './gateway.ts';
import { createRouter } from './router.ts';
import { type Schedules, startSchedules } from './schedules.ts';
import { baseUrlAt, filesIn, type Settings } from './settings.ts';
import { ensureSigningKeys } from './signing-keys-file.ts';
import { removeStageFile, replaceStageFile, type StageFile } from './stage-file.ts';
import { createFeeder, type Feeder, loadConsumers } from './streams.ts';

/** What has been started; it ends in the order of `end`. */
interface Started {
  gateway?: Gateway;
  schedules?: Schedules;
  feeder?: Feeder;
  database?: Database;
  claimed?: true;
}

async function end(started: Started, { dataDirectory }: Settings): Promise<void> {
  await started.gateway?.close();
  await started.schedules?.stop();
  await started.feeder?.stop();
  await started.database?.stop();
  if (started.claimed) removeStageFile(dataDirectory);
}

async function takePortOrSayWhose({ port, dataDirectory }: Settings): Promise<Gateway> {
  try {
    return await takePort(port);
  } catch (error) {
    const running = error instanceof PortTaken ? await runningStage(dataDirectory) : undefined;
    throw running?.port === port ? alreadyRunning(running, dataDirectory) : error;
  }
}

const stageFileOf = ({ port }: Settings): StageFile => ({
  pid: process.pid,
  port,
  baseUrl: baseUrlAt(port),
  dynamodbEndpoint: environment.DYNAMODB_ENDPOINT ?? '',
  tableName: environment.TABLE_NAME,
  signingKeysFile: environment.SIGNING_KEYS_FILE ?? '',
  enginePid: null,
});

/** Brings everything up, one thing after the other; the gateway answers when all else is there. */
async function bringUp(
  settings: Settings,
  enginePort: number,
  started: Started,
  lost: (how: string) => void,
) {
  const { dataDirectory } = settings;
  const files = filesIn(dataDirectory);
  if (settings.dynamodbEndpoint === undefined) engineProgram();
  started.gateway = await takePortOrSayWhose(settings);
  const file = stageFileOf(settings);
  await claimDataDirectory(dataDirectory, file);
  started.claimed = true;
  ensureSigningKeys(files.signingKeys);
  started.database = databaseOf(settings, enginePort, {
    launched: (enginePid) => replaceStageFile(dataDirectory, { ...file, enginePid }),
    lost,
  });
  const [router, consumers] = await Promise.all([createRouter(), loadConsumers(), started.database.open()]);
  await seedDemoData(started.database.clear);
  started.feeder = await createFeeder({
    consumers,
    positionsFile: files.streamPositions,
  });
  await started.feeder.drain();
  started.feeder.start();
  started.gateway.open(router);
  started.schedules = startSchedules();
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves when all is up; from then on a signal ends it, with nothing under way lost. */
export async function startStage(settings: Settings, enginePort: number): Promise<void> {
  const started: Started = {};
  let ending = false;
  const leave = async (exitCode: number): Promise<void> => {
    if (ending) return;
    ending = true;
    await end(started, settings);
    process.exit(exitCode);
  };
  const lost = (how: string): void => {
    process.stderr.write(
      `The database engine ended (${how}), and the stage with it. Nothing stored is lost.\n`,
    );
    void leave(1);
  };
  for (const signal of endingSignals) process.on(signal, () => void leave(0));
  try {
    await bringUp(settings, enginePort, started, lost);
  } catch (error) {
    // Stopped while it came up: what failed by that is no news.
    if (ending) return;
    ending = true;
    await end(started, settings);
    throw error;
  }
  process.stdout.write(banner(baseUrlAt(settings.port), settings.dataDirectory));
}
