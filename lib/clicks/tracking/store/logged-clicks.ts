// Stores the clicks of log lines that come from the queue, each once.
import { appendFile } from 'node:fs/promises';
import { linesOf, messagesOf } from '#lib/clicks/tracking/rules/logged-lines.ts';
import { isCausedByInput } from '#lib/foundation/aws/failures.ts';
import { sendMessage } from '#lib/foundation/aws/sqs.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { storeLine } from './replay.ts';

/**
 * Five instances with four clicks each store 3,333 clicks per second with 6 ms for a call. More would take too much of the table from live
 * traffic (docs/decisions/0120).
 */
const clicksAtOnce = 4;

/** Returns undefined if the line can never be stored. Throws if a later attempt can succeed. */
async function storeOrRefuse(line: string): Promise<'stored' | 'expired' | undefined> {
  try {
    const result = await storeLine(line);
    return result === 'unreadable' || result === 'other' ? undefined : result;
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

/** Throws after a transient failure, so that the queue delivers the messages again. The clicks before the failure are stored. */
export async function storeLoggedClicks(messages: readonly string[]): Promise<void> {
  const refused: string[] = [];
  const counts = { stored: 0, expired: 0 };
  await forEachConcurrently(messages.flatMap(linesOf), clicksAtOnce, async (line) => {
    const result = await storeOrRefuse(line);
    if (result === undefined) refused.push(line);
    else counts[result] += 1;
  });
  if (refused.length > 0) await sendToDeadLetters(refused);
  // Never log a line: CloudWatch would send it to this function again.
  const fields = { ...counts, refused: refused.length };
  if (refused.length > 0) logger.error('logged clicks refused', fields);
  else logger.info('logged clicks stored', fields);
}
