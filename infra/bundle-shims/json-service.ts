// One service of AWS that speaks JSON, for functions: what passes is sent again, as the SDK does in its standard mode.
// What is left out is what a function never needs: profiles, endpoint rules, schemas of operations it does not call.
// https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
import type { TimeLimits } from '#lib/aws/exchange.ts';
import { type Fields, jsonProtocol, type Service } from '#lib/aws/json-protocol.ts';
import { isTransient } from '#lib/table/failures.ts';
import { pause } from '#lib/table/pause.ts';

/** What of a client's configuration there is in functions. */
export interface ClientOptions {
  readonly maxAttempts: number;
  readonly requestHandler: TimeLimits;
}

export type Call = (operation: string, input: unknown) => Promise<Fields>;

/** A function that calls operations: what they answer, or throws what they refuse, under the SDK's names. */
export function jsonService(service: Service, { maxAttempts, requestHandler }: ClientOptions): Call {
  const ask = jsonProtocol(service, requestHandler);
  const withRetries = newRetries(maxAttempts);
  return (operation, input) => {
    const body = JSON.stringify(input);
    // Signed anew for each attempt: a signature is good for five minutes.
    return withRetries(() => ask(operation, body));
  };
}

/**
 * What an instance may spend on sending again, what one time costs, and what a success brings in. When it is spent, a
 * service that is down is asked once a request, and not four times as often as one that is up.
 */
const retryQuota = { most: 500, cost: 5, income: 1 } as const;

function newRetries(maxAttempts: number) {
  let quota: number = retryQuota.most;
  return async (send: () => Promise<Fields>): Promise<Fields> => {
    let income: number = retryQuota.income;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await send();
        quota = Math.min(retryQuota.most, quota + income);
        return answer;
      } catch (error) {
        if (!isTransient(error) || attempt + 1 === maxAttempts || quota < retryQuota.cost) throw error;
        quota -= retryQuota.cost;
        income = retryQuota.cost;
      }
      await pause(attempt);
    }
  };
}
