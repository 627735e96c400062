// Retries a request while the service is busy.
import type { Answer } from './service.ts';

const isBusy = ({ status, headers }: Answer): boolean =>
  status === 503 || headers['retry-after'] !== undefined;

/** Retries without a limit. Calls `refused` for every busy response. */
export async function retryWhileBusy(
  ask: () => Promise<Answer>,
  refused: () => void = () => {},
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!isBusy(answer)) return answer;
    refused();
  }
}
