// Stores the clicks of log lines that come from the queue, each once.
import { appendFile } from 'node:fs/promises';
import { linesOf, messagesOf } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { sendMessage } from '#lib/foundation/aws/sqs.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { type ReplayResult, replay } from './replay.ts';

async function* only(line: string): AsyncGenerator<string> {
  yield line;
}

/** Returns undefined if the line can never be stored. Throws if a later attempt can succeed. */
async function storeLine(line: string): Promise<ReplayResult | undefined> {
  try {
    const result = await replay(only(line));
    return result.unreadable.length > 0 || result.others > 0 ? undefined : result;
  } catch (error) {
    if (!isCausedByInput(error)) throw error;
    return undefined;
  }
}

async function sendToDeadLetters(lines: readonly string[]): Promise<void> {
  const { DEAD_LETTERS_FILE: file, DEAD_LETTERS_QUEUE: queue } = environment;
  if (file !== undefined) await appendFile(file, `${lines.join('\n')}\n`);
  else if (queue !== undefined)
    for (const body of messagesOf(lines)) await sendMessage({ queue, body, delaySeconds: 0 });
  else throw new Error('Set DEAD_LETTERS_QUEUE (deployed) or DEAD_LETTERS_FILE (local)');
}

/** Throws after a transient failure, so that the queue delivers the message again. The clicks before the failure are stored. */
export async function storeLoggedClicks(message: string): Promise<void> {
  const refused: string[] = [];
  let [stored, expired] = [0, 0];
  for (const line of linesOf(message)) {
    const result = await storeLine(line);
    if (result === undefined) refused.push(line);
    stored += result?.stored ?? 0;
    expired += result?.expired ?? 0;
  }
  if (refused.length > 0) await sendToDeadLetters(refused);
  const counts = { stored, expired, refused: refused.length };
  // Never log a line: CloudWatch would send it to this function again.
  if (refused.length > 0) logger.error('logged clicks refused', counts);
  else logger.info('logged clicks stored', counts);
}
