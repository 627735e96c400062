// A caller who asks until there is an answer.
import type { Answer } from './service.ts';

const isBusy = ({ status, headers }: Answer): boolean =>
  status === 503 || headers['retry-after'] !== undefined;

/** Asks until there is an answer; the service may say as often as it likes that it is busy. */
export async function insist(ask: () => Promise<Answer>, refused: () => void = () => {}): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!isBusy(answer)) return answer;
    refused();
  }
}
