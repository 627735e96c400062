// One stage a data directory: two engines on one database file would be its end.
import { answers } from './engine.ts';
import { StageFailure } from './failure.ts';
import { hasCode } from './files.ts';
import { endProcess, hasArgument, isRunning } from './processes.ts';
import { baseUrlAt, filesIn } from './settings.ts';
import { createStageFile, readStageFile, removeStageFile, type StageFile } from './stage-file.ts';

const healthMilliseconds = 2000;

/** Does a stage listen there? One that is still starting, or is slow, takes the connection and counts as well. */
async function listens(port: number): Promise<boolean> {
  const health = `${baseUrlAt(port)}/health`;
  try {
    await fetch(health, { signal: AbortSignal.timeout(healthMilliseconds) });
    return true;
  } catch (error) {
    return !(error instanceof Error && refusedConnection(error.cause));
  }
}

/** `localhost` is tried by more than one address; then the causes stand together. */
const refusedConnection = (cause: unknown): boolean =>
  hasCode(cause, 'ECONNREFUSED') ||
  (cause instanceof AggregateError && cause.errors.some((each) => hasCode(each, 'ECONNREFUSED')));

/** The stage that uses this data directory now. */
export async function runningStage(dataDirectory: string): Promise<StageFile | undefined> {
  const stage = readStageFile(dataDirectory);
  if (stage === undefined || stage.pid === process.pid || !isRunning(stage.pid)) return undefined;
  return (await listens(stage.port)) ? stage : undefined;
}

export const alreadyRunning = ({ baseUrl, pid }: StageFile, dataDirectory: string) =>
  new StageFailure(
    `The local stage is running already: ${baseUrl} (process ${pid}, data in ${dataDirectory}). Stop it, or name another DATA_DIR and PORT.`,
  );

/** An engine outlives a stage that was killed: it is ended, when it is certain that it is the one on this database. */
async function endOrphan({ enginePid, dynamodbEndpoint }: StageFile, dataDirectory: string): Promise<void> {
  if (enginePid === null || !isRunning(enginePid)) return;
  const isOurs = hasArgument(enginePid, filesIn(dataDirectory).database) ?? (await answers(dynamodbEndpoint));
  if (isOurs) await endProcess(enginePid);
}

/** Makes the data directory this stage's own, or says which stage has it. */
export async function claimDataDirectory(dataDirectory: string, stage: StageFile): Promise<void> {
  while (!createStageFile(dataDirectory, stage)) {
    const other = await runningStage(dataDirectory);
    if (other !== undefined) throw alreadyRunning(other, dataDirectory);
    const stale = readStageFile(dataDirectory);
    if (stale !== undefined) await endOrphan(stale, dataDirectory);
    removeStageFile(dataDirectory);
  }
}
