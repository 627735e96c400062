// One service of AWS that speaks JSON, for functions: the SDK's own parts decide what to send again.
// What is left out is what a function never needs: profiles, endpoint rules, schemas of operations it does not call.
import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import type { SdkError } from '@smithy/types';
import type { TimeLimits } from '#lib/aws/exchange.ts';
import { type Fields, jsonProtocol, type Service } from '#lib/aws/json-protocol.ts';

interface RetriedService extends Service {
  /** The least that is waited before a request is sent again, doubled each time and jittered. */
  readonly baseDelayMilliseconds: number;
}

/** What of a client's configuration there is in functions. */
export interface ClientOptions {
  readonly maxAttempts: number;
  readonly requestHandler: TimeLimits;
}

export type Call = (operation: string, input: unknown) => Promise<Fields>;

/** A function that calls operations: what they answer, or throws what they refuse, under the SDK's names. */
export function jsonService(service: RetriedService, { maxAttempts, requestHandler }: ClientOptions): Call {
  const ask = jsonProtocol(service, requestHandler);
  const baseDelay = service.baseDelayMilliseconds;
  const retries = new StandardRetryStrategy({ maxAttempts, baseDelay });
  return (operation, input) => {
    const body = JSON.stringify(input);
    // Signed anew for each attempt: a signature is good for five minutes.
    return withRetries(retries, () => ask(operation, body));
  };
}

async function withRetries(retries: StandardRetryStrategy, send: () => Promise<Fields>): Promise<Fields> {
  let token = await retries.acquireInitialRetryToken('');
  for (;;) {
    try {
      const answer = await send();
      retries.recordSuccess(token);
      return answer;
    } catch (error) {
      const errorType = kindOf(error);
      // Refused where the failure will not pass, the attempts are over, or too many have failed of late.
      const next = await retries.refreshRetryTokenForRetry(token, { errorType }).catch(() => undefined);
      if (next === undefined) throw error;
      token = next;
    }
  }
}

const isFailure = (error: unknown): error is SdkError => error instanceof Error;

function kindOf(error: unknown) {
  if (!isFailure(error)) return 'CLIENT_ERROR';
  if (isThrottlingError(error)) return 'THROTTLING';
  return isTransientError(error) ? 'TRANSIENT' : 'CLIENT_ERROR';
}
