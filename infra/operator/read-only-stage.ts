// Asks a deployed stage whether it refuses changes. The settings in infra/stage.ts may not be deployed yet.
import { basePath } from '#lib/contract/route.ts';
import { OperatorError } from '#lib/shared/operator-error.ts';

const secondsToAnswer = 10;

/** Returns the code of the answer to a change without a token, or why there is none. */
async function answerOf(apiUrl: string): Promise<string> {
  try {
    const response = await fetch(`${apiUrl}/conversions`, {
      method: 'POST',
      signal: AbortSignal.timeout(secondsToAnswer * 1000),
    });
    const answer: unknown = await response.json();
    return String(Object(answer).code);
  } catch (error) {
    throw new OperatorError(
      'unavailable',
      `--api-url: ${apiUrl} did not answer like this service (${error instanceof Error ? error.message : error}): ` +
        `pass the output ApiUrl of the stage, which ends with ${basePath}`,
    );
  }
}

export async function requireReadOnly(apiUrl: string): Promise<void> {
  const code = await answerOf(apiUrl);
  if (code === 'read_only') return;
  throw new OperatorError(
    'conflict',
    `The stage accepts changes (it answered ${code}): write readOnly: true into its entry in infra/stage.ts, deploy, and repeat the command`,
  );
}
