// Reads the data of successful responses.
import type { Json } from './json.ts';
import type { Answer } from './service.ts';

/** Returns the data of a response. Throws with the response text if the status differs. */
export async function dataOf(asked: Answer | Promise<Answer>, status = 200): Promise<Json> {
  const answer = await asked;
  if (answer.status !== status)
    throw new Error(`Expected status ${status}, received ${answer.status}: ${answer.text}`);
  return answer.json.data;
}
