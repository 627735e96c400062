// What is in an answer that must be a success.
import type { Json } from './json.ts';
import type { Answer } from './service.ts';

/** The data of an answer with this status; any other one is an error, with all that it says. */
export async function dataOf(asked: Answer | Promise<Answer>, status = 200): Promise<Json> {
  const answer = await asked;
  if (answer.status !== status)
    throw new Error(`An answer of ${answer.status}, and not of ${status}: ${answer.text}`);
  return answer.json.data;
}
