// Claims the data directory for one stage, because two engines would corrupt the database file.
import { isReachable } from './engine.ts';
import { StageFailure } from './failure.ts';
import { hasErrorCode } from './files.ts';
import { endProcess, hasArgument, isRunning } from './processes.ts';
import { baseUrlAt, filesIn } from './settings.ts';
import { createStageFile, readStageFile, removeStageFile, type StageFile } from './stage-file.ts';

const healthMilliseconds = 2000;

/** Returns false only if the connection is refused. A timeout returns true, because a stage that is starting responds late. */
async function isListening(port: number): Promise<boolean> {
  const health = `${baseUrlAt(port)}/health`;
  try {
    await fetch(health, { signal: AbortSignal.timeout(healthMilliseconds) });
    return true;
  } catch (error) {
    return !(error instanceof Error && isConnectionRefused(error.cause));
  }
}

/** Checks each error of an AggregateError, because `localhost` resolves to several addresses with one error each. */
const isConnectionRefused = (cause: unknown): boolean =>
  hasErrorCode(cause, 'ECONNREFUSED') ||
  (cause instanceof AggregateError && cause.errors.some((each) => hasErrorCode(each, 'ECONNREFUSED')));

export async function runningStage(dataDirectory: string): Promise<StageFile | undefined> {
  const stage = readStageFile(dataDirectory);
  if (stage === undefined || stage.pid === process.pid || !isRunning(stage.pid)) return undefined;
  return (await isListening(stage.port)) ? stage : undefined;
}

export const alreadyRunningError = ({ baseUrl, pid }: StageFile, dataDirectory: string) =>
  new StageFailure(
    `The local stage is already running: ${baseUrl} (process ${pid}, data in ${dataDirectory}). Stop it, or set another DATA_DIR and PORT.`,
  );

/** Ends the engine that a killed stage left running, but spares an unrelated process that now has the same id. */
async function endOrphanedEngine(
  { enginePid, dynamodbEndpoint }: StageFile,
  dataDirectory: string,
): Promise<void> {
  if (enginePid === null || !isRunning(enginePid)) return;
  const isOurs =
    hasArgument(enginePid, filesIn(dataDirectory).database) ?? (await isReachable(dynamodbEndpoint));
  if (isOurs) await endProcess(enginePid);
}

export async function claimDataDirectory(dataDirectory: string, stage: StageFile): Promise<void> {
  while (!createStageFile(dataDirectory, stage)) {
    const other = await runningStage(dataDirectory);
    if (other !== undefined) throw alreadyRunningError(other, dataDirectory);
    const stale = readStageFile(dataDirectory);
    if (stale !== undefined) await endOrphanedEngine(stale, dataDirectory);
    removeStageFile(dataDirectory);
  }
}
