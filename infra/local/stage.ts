// Starts the parts of the local stage, and stops them in reverse order. Removes stage.json last.

import { completeDemoData, isWritingYear, seedDemoData } from '#infra/local/demo/seed.ts';
import { loadWithDemo } from '#infra/local/demo/sign-in.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import { allowLoopback } from '#lib/outlets/webhooks/rules/loopback.ts';
import { banner } from './banner.ts';
import { alreadyRunningError, claimDataDirectory, runningStage } from './claim.ts';
import { createDatabase, type Database } from './database.ts';
import { engineProgram } from './engine.ts';
import { storedSecret } from './files.ts';
import { withRequestsFirst } from './first-requests.ts';
import { createGateway, type Gateway, PortInUse } from './gateway.ts';
import { withLinkDomains } from './link-domains.ts';
import { subscribeToLog } from './log-subscription.ts';
import { openMessageFiles } from './message-files.ts';
import { type Queues, startQueues } from './queues.ts';
import { createRouter, type Router } from './router.ts';
import { type Schedules, startSchedules } from './schedules.ts';
import { baseUrlAt, filesIn, type Ports, type Settings } from './settings.ts';
import { ensureSigningKeys } from './signing-keys-file.ts';
import { isDataGone, removeStageFile, replaceStageFile, type StageFile } from './stage-file.ts';
import { createFeeder, type Feeder, loadConsumers } from './streams.ts';

interface RunningParts {
  gateway?: Gateway;
  schedules?: Schedules;
  feeder?: Feeder;
  queues?: Queues;
  endSubscriptions?: () => void;
  database?: Database;
  claimed?: true;
}

async function stopParts(parts: RunningParts, { dataDirectory }: Settings): Promise<void> {
  await parts.gateway?.close();
  await parts.schedules?.stop();
  await parts.feeder?.stop();
  parts.endSubscriptions?.();
  await parts.queues?.stop();
  await parts.database?.stop();
  if (parts.claimed) removeStageFile(dataDirectory);
}

async function createGatewayOrExplain({ port, dataDirectory }: Settings): Promise<Gateway> {
  try {
    return await createGateway(port);
  } catch (error) {
    const running = error instanceof PortInUse ? await runningStage(dataDirectory) : undefined;
    throw running?.port === port ? alreadyRunningError(running, dataDirectory) : error;
  }
}

const initialStageFile = ({ port }: Settings): StageFile => ({
  pid: process.pid,
  port,
  baseUrl: baseUrlAt(port),
  dynamodbEndpoint: environment.DYNAMODB_ENDPOINT ?? '',
  tableName: environment.TABLE_NAME,
  signingKeysFile: environment.SIGNING_KEYS_FILE ?? '',
  enginePid: null,
});

interface Listeners {
  readonly onEngineExit: (reason: string) => void;
  readonly onDataGone: () => void;
  readonly isEnding: () => boolean;
}

/** Refuses requests after the data directory was deleted, because the engine would still answer, and lose all new data. */
const whileDataExists =
  (router: Router, { dataDirectory }: Settings, onDataGone: () => void): Router =>
  (request) => {
    if (!isDataGone(dataDirectory)) return router(request);
    onDataGone();
    throw unavailable();
  };

/** The gateway serves requests only after all data is ready. The backlog of a former stage is done beside the requests. */
async function startParts(
  settings: Settings,
  ports: Ports,
  parts: RunningParts,
  { onEngineExit, onDataGone, isEnding }: Listeners,
) {
  const { dataDirectory } = settings;
  const files = filesIn(dataDirectory);
  if (settings.dynamodbEndpoint === undefined) engineProgram();
  parts.gateway = await createGatewayOrExplain(settings);
  const file = initialStageFile(settings);
  await claimDataDirectory(dataDirectory, file);
  parts.claimed = true;
  ensureSigningKeys(files.signingKeys);
  // Without this file, the stored payment details cannot be read.
  storedSecret(files.paymentKey);
  parts.database = createDatabase(settings, ports.engine, {
    onLaunch: (enginePid) => replaceStageFile(dataDirectory, { ...file, enginePid }),
    onUnexpectedExit: onEngineExit,
  });
  const [router, consumers] = await Promise.all([
    createRouter(loadWithDemo),
    loadConsumers(),
    parts.database.open(),
  ]);
  if (settings.allowsLoopback) allowLoopback();
  parts.queues = await startQueues(ports.queues, { files: openMessageFiles(files.messages) });
  parts.endSubscriptions = await subscribeToLog();
  const isNew = await seedDemoData(parts.database.clear);
  parts.feeder = await createFeeder({
    consumers,
    positionsFile: files.streamPositions,
  });
  if (isNew) await parts.feeder.drain();
  parts.feeder.start();
  const reachable = withLinkDomains(settings.linkDomains, router);
  parts.gateway.open(withRequestsFirst(whileDataExists(reachable, settings, onDataGone)));
  void completeDemoData(isNew && settings.hasDemoYear, parts.feeder).then((result) => {
    if (isEnding()) return;
    if (result !== undefined) process.stdout.write(`${result}\n`);
    // An earlier start would approve commissions of the demo data at the present time.
    parts.schedules = startSchedules();
  });
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function startStage(settings: Settings, ports: Ports): Promise<void> {
  const parts: RunningParts = {};
  let isEnding = false;
  const shutDown = async (exitCode: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    await stopParts(parts, settings);
    process.exit(exitCode);
  };
  const onEngineExit = (reason: string): void => {
    process.stderr.write(
      `The database engine exited (${reason}), so the stage stops. Stored data is not lost.\n`,
    );
    void shutDown(1);
  };
  const onDataGone = (): void => {
    process.stderr.write(
      `The data directory ${settings.dataDirectory} was deleted, so the stage stops. Start it again to begin with new demo data.\n`,
    );
    void shutDown(1);
  };
  for (const signal of endingSignals) process.on(signal, () => void shutDown(0));
  try {
    await startParts(settings, ports, parts, { onEngineExit, onDataGone, isEnding: () => isEnding });
  } catch (error) {
    // Ignore the error, because the stage is already shutting down after a signal or after the engine exited.
    if (isEnding) return;
    isEnding = true;
    await stopParts(parts, settings);
    throw error;
  }
  process.stdout.write(banner(baseUrlAt(settings.port), settings.dataDirectory));
  if (isWritingYear()) process.stdout.write('Still writing the demo brand of admin@year.test …\n');
}
