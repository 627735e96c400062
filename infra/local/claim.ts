// One stage a data directory: two engines on one database file would be its end.
import { isReachable } from './engine.ts';
import { StageFailure } from './failure.ts';
import { hasErrorCode } from './files.ts';
import { endProcess, hasArgument, isRunning } from './processes.ts';
import { baseUrlAt, filesIn } from './settings.ts';
import { createStageFile, readStageFile, removeStageFile, type StageFile } from './stage-file.ts';

const healthMilliseconds = 2000;

/** Does a stage listen there? One that is still starting, or is slow, takes the connection and counts as well. */
async function isListening(port: number): Promise<boolean> {
  const health = `${baseUrlAt(port)}/health`;
  try {
    await fetch(health, { signal: AbortSignal.timeout(healthMilliseconds) });
    return true;
  } catch (error) {
    return !(error instanceof Error && isConnectionRefused(error.cause));
  }
}

/** `localhost` is tried by more than one address; then the causes stand together. */
const isConnectionRefused = (cause: unknown): boolean =>
  hasErrorCode(cause, 'ECONNREFUSED') ||
  (cause instanceof AggregateError && cause.errors.some((each) => hasErrorCode(each, 'ECONNREFUSED')));

/** The stage that uses this data directory now. */
export async function runningStage(dataDirectory: string): Promise<StageFile | undefined> {
  const stage = readStageFile(dataDirectory);
  if (stage === undefined || stage.pid === process.pid || !isRunning(stage.pid)) return undefined;
  return (await isListening(stage.port)) ? stage : undefined;
}

export const alreadyRunningError = ({ baseUrl, pid }: StageFile, dataDirectory: string) =>
  new StageFailure(
    `The local stage is running already: ${baseUrl} (process ${pid}, data in ${dataDirectory}). Stop it, or name another DATA_DIR and PORT.`,
  );

/** An engine outlives a stage that was killed: it is ended, when it is certain that it is the one on this database. */
async function endOrphanedEngine(
  { enginePid, dynamodbEndpoint }: StageFile,
  dataDirectory: string,
): Promise<void> {
  if (enginePid === null || !isRunning(enginePid)) return;
  const isOurs =
    hasArgument(enginePid, filesIn(dataDirectory).database) ?? (await isReachable(dynamodbEndpoint));
  if (isOurs) await endProcess(enginePid);
}

/** Makes the data directory this stage's own, or says which stage has it. */
export async function claimDataDirectory(dataDirectory: string, stage: StageFile): Promise<void> {
  while (!createStageFile(dataDirectory, stage)) {
    const other = await runningStage(dataDirectory);
    if (other !== undefined) throw alreadyRunningError(other, dataDirectory);
    const stale = readStageFile(dataDirectory);
    if (stale !== undefined) await endOrphanedEngine(stale, dataDirectory);
    removeStageFile(dataDirectory);
  }
}
