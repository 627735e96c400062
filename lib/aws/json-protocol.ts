// One service of AWS that speaks JSON: a request is signed, sent, and answered or refused; sent again it is by others.
// https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
import { type Credentials, credentialsInEnvironment } from './credentials.ts';
import { exchangeWith, type TimeLimits } from './exchange.ts';
import { newSigner } from './signature.ts';

export interface Service {
  /** As in its address, and as requests to it are signed for: `dynamodb`. */
  readonly name: string;
  /** As in the name of the variable that says where else it is: `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly variable: string;
  /** What its operations are called after, in the header X-Amz-Target. */
  readonly target: string;
  readonly version: '1.0' | '1.1';
  /** Classes of the failures that someone tells apart by their class. */
  readonly failures?: Readonly<Record<string, new (message: string) => Error>>;
}

/** Where it is, and as whom it is asked. */
export interface EndpointConfig {
  readonly address: URL;
  readonly region: string;
  readonly credentials: () => Credentials;
}

interface Metadata {
  readonly httpStatusCode: number;
  readonly requestId: string | undefined;
}

export type Fields = Record<string, unknown>;

/** Asks once, with a body that is JSON; `milliseconds` where this request may take less time than others. */
export type SendRequest<Output extends object> = (
  operation: string,
  body: string,
  milliseconds?: number,
) => Promise<Output>;

/** The service of the region that a function runs in, or where its environment says. */
export function endpointConfigOf({ name, variable }: Service): EndpointConfig {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL } = process.env;
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const elsewhere = process.env[`AWS_ENDPOINT_URL_${variable}`] ?? AWS_ENDPOINT_URL;
  const address = new URL(elsewhere ?? `https://${name}.${region}.${suffix}`);
  return { address, region, credentials: credentialsInEnvironment };
}

/**
 * A function that asks: it answers what the service does, or throws what it refuses, under the SDK's names. `Output`: what
 * its operations answer.
 */
export function jsonProtocol<Output extends object = Fields>(
  service: Service,
  limits: TimeLimits,
  place: EndpointConfig = endpointConfigOf(service),
): SendRequest<Output> {
  const { address, region, credentials } = place;
  const contentType = `application/x-amz-json-${service.version}`;
  const sign = newSigner({ host: address.host, region, service: service.name, contentType }, credentials);
  const exchange = exchangeWith(address, limits);
  return async (operation, body, milliseconds) => {
    const signed = await sign(`${service.target}.${operation}`, body);
    const { statusCode, headers, text } = await exchange(signed, body, milliseconds);
    const fields = fieldsIn<Output>(text);
    if (statusCode === 200 && fields !== undefined) return fields;
    const requestId = headers()['x-amzn-requestid']?.toString();
    throw failureOf(service, { ...fields }, { httpStatusCode: statusCode, requestId });
  };
}

/** What stands between a function and a service (a proxy, a balancer) may refuse in words that are no JSON. */
function fieldsIn<Output extends object>(text: string): Output | undefined {
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
  { __type: type, message, Message, ...fields }: Fields,
  $metadata: Metadata,
): Error {
  const name = String(type ?? unnamed).replace(/^.*#/, '');
  const Failure = failures[name] ?? Error;
  const failure = new Failure(String(message ?? Message ?? `HTTP ${$metadata.httpStatusCode}`));
  return Object.assign(failure, fields, { name, $metadata });
}
