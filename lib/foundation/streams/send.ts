// Sends messages to the queues of the background functions.

import { isTransient } from '#lib/foundation/aws/failures.ts';
import { pause } from '#lib/foundation/aws/pause.ts';
import { type Message, sendMessage } from '#lib/foundation/aws/sqs.ts';

/** A kept connection can be closed at any time, for example while Lambda has frozen the process. */
const attempts = 4;

/** Sends the message again after a transient failure, so it can arrive twice. */
export async function send(message: Message): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendMessage(message);
    } catch (error) {
      if (attempt === attempts || !isTransient(error)) throw error;
    }
    await pause(attempt);
  }
}
