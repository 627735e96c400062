// One service of AWS that speaks JSON, for functions: the SDK's own parts sign, send and decide what to send again.
// What is left out is what a function never needs: profiles, endpoint rules, schemas of operations it does not call.
// https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
import { HttpRequest } from '@smithy/core/protocols';
import { isThrottlingError, isTransientError, StandardRetryStrategy } from '@smithy/core/retry';
import { SignatureV4 } from '@smithy/signature-v4';
import type { SdkError } from '@smithy/types';
import { defaultProvider } from './credentials.ts';
import { exchangeWith, type TimeLimits } from './exchange.ts';
import { Sha256 } from './sha256.ts';

interface Service {
  /** As in its address, and as requests to it are signed for: `dynamodb`. */
  readonly name: string;
  /** As in the name of the variable that says where else it is: `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly variable: string;
  /** What its operations are called after, in the header X-Amz-Target. */
  readonly target: string;
  readonly version: '1.0' | '1.1';
  /** The least that is waited before a request is sent again, doubled each time and jittered. */
  readonly baseDelayMilliseconds: number;
  /** Classes of the failures that someone tells apart by their class. */
  readonly failures?: Readonly<Record<string, new (message: string) => Error>>;
}

/** What of a client's configuration there is in functions. */
export interface ClientOptions {
  readonly maxAttempts: number;
  readonly requestHandler: TimeLimits;
}

export type Answer = Record<string, unknown> & { readonly $metadata: Metadata };
export type Call = (operation: string, input: unknown) => Promise<Answer>;

interface Metadata {
  readonly httpStatusCode: number;
  readonly requestId: string | undefined;
}

function addressOf({ name, variable }: Service, region: string): URL {
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const elsewhere = process.env[`AWS_ENDPOINT_URL_${variable}`] ?? process.env.AWS_ENDPOINT_URL;
  return new URL(elsewhere ?? `https://${name}.${region}.${suffix}`);
}

/** A function that calls operations: what they answer, or throws what they refuse, under the SDK's names. */
export function jsonService(service: Service, { maxAttempts, requestHandler }: ClientOptions): Call {
  const { AWS_REGION: region = '' } = process.env;
  const address = addressOf(service, region);
  const signer = new SignatureV4({
    credentials: defaultProvider(),
    region,
    service: service.name,
    sha256: Sha256,
  });
  const exchange = exchangeWith(address, requestHandler);
  const send: Call = async (operation, input) => {
    const body = JSON.stringify(input);
    // Signed anew for each attempt: a signature is good for five minutes.
    const signed = await signer.sign(requestOf(service, address, operation, body));
    const { statusCode, headers, text } = await exchange(signed.headers, body);
    const $metadata = { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid']?.toString() };
    const fields = fieldsIn(text);
    if (statusCode === 200 && fields !== undefined) return { ...fields, $metadata };
    throw failureOf(service, fields, $metadata);
  };
  const baseDelay = service.baseDelayMilliseconds;
  const retries = new StandardRetryStrategy({ maxAttempts, baseDelay });
  return (operation, input) => withRetries(retries, () => send(operation, input));
}

const requestOf = (service: Service, address: URL, operation: string, body: string): HttpRequest =>
  new HttpRequest({
    method: 'POST',
    protocol: address.protocol,
    hostname: address.hostname,
    ...(address.port !== '' && { port: Number(address.port) }),
    path: '/',
    headers: {
      host: address.host,
      'content-type': `application/x-amz-json-${service.version}`,
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': `${service.target}.${operation}`,
      'user-agent': 'creator-affiliate-service',
    },
    body,
  });

/** What stands between a function and a service (a proxy, a balancer) may refuse in words that are no JSON. */
function fieldsIn(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** An answer without a name is no refusal of the service: somebody is broken on the way, and may be mended. */
const unnamed = 'ServiceUnavailable';

function failureOf(
  { failures = {} }: Service,
  { __type: type, message, Message, ...fields }: Record<string, unknown> = {},
  $metadata: Metadata,
): Error {
  const name = String(type ?? unnamed).replace(/^.*#/, '');
  const Failure = failures[name] ?? Error;
  const failure = new Failure(String(message ?? Message ?? `HTTP ${$metadata.httpStatusCode}`));
  return Object.assign(failure, fields, { name, $metadata });
}

async function withRetries(retries: StandardRetryStrategy, send: () => Promise<Answer>): Promise<Answer> {
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
