// Retries AWS calls like the SDK's standard mode: https://docs.aws.amazon.com/sdkref/latest/guide/feature-retry-behavior.html
import { isTransient } from './failures.ts';
import type { TimeLimits } from './http-client.ts';
import { type AwsService, createJsonClient, type EndpointConfig, type Fields } from './json-client.ts';
import { pause } from './pause.ts';

export interface CallLimits extends TimeLimits {
  readonly maxAttempts: number;
}

export type Call = (operation: string, input: unknown) => Promise<Fields>;

export function createRetryingClient(
  service: AwsService,
  { maxAttempts, ...limits }: CallLimits,
  endpoint?: EndpointConfig,
): Call {
  const send = createJsonClient(service, limits, endpoint);
  const withRetries = newRetries(maxAttempts);
  return (operation, input) => {
    const body = JSON.stringify(input);
    // Sign each attempt anew, because a signature expires after five minutes.
    return withRetries(() => send(operation, body));
  };
}

/** Each retry uses up quota, and a success restores some. With too little quota, a client stops retrying to spare the service. */
const retryQuota = { max: 500, retryCost: 5, successRefund: 1 } as const;

function newRetries(maxAttempts: number) {
  let quota: number = retryQuota.max;
  return async (send: () => Promise<Fields>): Promise<Fields> => {
    let refund: number = retryQuota.successRefund;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const fields = await send();
        quota = Math.min(retryQuota.max, quota + refund);
        return fields;
      } catch (error) {
        if (!isTransient(error) || attempt + 1 === maxAttempts || quota < retryQuota.retryCost) throw error;
        quota -= retryQuota.retryCost;
        refund = retryQuota.retryCost;
      }
      await pause(attempt);
    }
  };
}
