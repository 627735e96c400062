// Asks a deployed stage whether it refuses changes. The settings in infra/stage.ts may not be deployed yet.
import { basePath } from '#lib/foundation/contract/route.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

const secondsToAnswer = 10;

/** Returns the error code of a change without a token. Throws if the service does not answer. */
async function codeOf(apiUrl: string): Promise<string> {
  const response = await fetch(`${apiUrl}/conversions`, {
    method: 'POST',
    signal: AbortSignal.timeout(secondsToAnswer * 1000),
  });
  const { code } = Object(await response.json());
  if (typeof code !== 'string') throw new Error(`status ${response.status} without a code`);
  return code;
}

export const acceptsChanges = (why: string): OperatorError =>
  new OperatorError(
    'conflict',
    `The stage accepts changes (${why}): write readOnly: true into its entry in infra/stage.ts, deploy, and repeat the command`,
  );

export async function requireReadOnly(apiUrl: string): Promise<void> {
  const code = await codeOf(apiUrl).catch((error: unknown) => {
    throw new OperatorError(
      'unavailable',
      `--api-url: ${apiUrl} did not answer like this service (${error instanceof Error ? error.message : error}): ` +
        `pass the output ApiUrl of the stage, which ends with ${basePath}`,
    );
  });
  if (code !== 'read_only') throw acceptsChanges(`it answered ${code}`);
}
