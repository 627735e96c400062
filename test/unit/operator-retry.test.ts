import { describe, expect, test } from 'vitest';
import { retryWhileUnavailable } from '#infra/operator/retry.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

/** Fails `failures` times with the error. The pauses do not take time. */
function failing(failures: number, error: Error) {
  const [lines, pauses]: [string[], number[]] = [[], []];
  let runs = 0;
  const result = retryWhileUnavailable(
    async () => {
      runs += 1;
      if (runs <= failures) throw error;
      return 'done';
    },
    {
      report: ({ message }) => lines.push(message),
      pause: async (milliseconds) => pauses.push(milliseconds),
    },
  );
  return { result, lines, pauses, runs: () => runs };
}

const restarting = new OperatorError('unavailable', 'The stage restarts');
const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { code: 'ECONNREFUSED' });
const internal = Object.assign(new Error('Internal'), { $metadata: { httpStatusCode: 500 } });

describe('retryWhileUnavailable', () => {
  test.each([restarting, refused, internal])('repeats a command that fails with %s', async (error) => {
    const { result, lines, pauses } = failing(2, error);
    expect(await result).toBe('done');
    expect(pauses).toEqual([1000, 2000]);
    expect(lines).toEqual([
      expect.stringMatching(/\. Trying again in 1 s$/),
      expect.stringMatching(/\. Trying again in 2 s$/),
    ]);
  });

  test('throws the last failure after six runs within half a minute', async () => {
    const { result, pauses, runs } = failing(Number.POSITIVE_INFINITY, restarting);
    await expect(result).rejects.toBe(restarting);
    expect(runs()).toBe(6);
    expect(pauses.reduce((sum, pause) => sum + pause)).toBe(30_000);
  });

  test('does not repeat a command that fails for another reason', async () => {
    const { result, lines, runs } = failing(1, new OperatorError('conflict', 'Too many keys'));
    await expect(result).rejects.toThrow('Too many keys');
    expect([runs(), lines]).toEqual([1, []]);
  });
});
