// Sends requests, without retries, in the AWS JSON protocol: https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
import { type CredentialsProvider, currentCredentials } from './credentials.ts';
import { createHttpClient, type TimeLimits } from './http-client.ts';
import { createSigner } from './signature.ts';

export interface AwsService {
  readonly name: string;
  /** The suffix of the environment variable with the endpoint: `DYNAMODB` for `AWS_ENDPOINT_URL_DYNAMODB`. */
  readonly endpointVariable: string;
  readonly targetPrefix: string;
  readonly version: '1.0' | '1.1';
  readonly errorClasses?: Readonly<Record<string, new (message: string) => Error>>;
}

export interface EndpointConfig {
  readonly address: URL;
  readonly region: string;
  readonly credentials: CredentialsProvider;
}

interface Metadata {
  readonly httpStatusCode: number;
  readonly requestId: string | undefined;
}

export type Fields = Record<string, unknown>;

export type SendRequest<Output extends object> = (
  operation: string,
  body: string,
  milliseconds?: number,
) => Promise<Output>;

export function endpointConfigOf({ name, endpointVariable }: AwsService): EndpointConfig {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL } = process.env;
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const override = process.env[`AWS_ENDPOINT_URL_${endpointVariable}`] ?? AWS_ENDPOINT_URL;
  const address = new URL(override ?? `https://${name}.${region}.${suffix}`);
  return { address, region, credentials: currentCredentials };
}

/** A local database or queue needs no account, but the protocol requires a region and a signature. */
export const localEndpoint = (address: string): EndpointConfig => ({
  address: new URL(address),
  region: 'local',
  credentials: () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
});

/** Failed requests throw errors with the same names as in the SDK. */
export function createJsonClient<Output extends object = Fields>(
  service: AwsService,
  limits: TimeLimits,
  endpoint: EndpointConfig = endpointConfigOf(service),
): SendRequest<Output> {
  const { address, region, credentials } = endpoint;
  const contentType = `application/x-amz-json-${service.version}`;
  const sign = createSigner({ host: address.host, region, service: service.name, contentType }, credentials);
  const post = createHttpClient(address, limits);
  return async (operation, body, milliseconds) => {
    const signed = await sign(body, `${service.targetPrefix}.${operation}`);
    const { statusCode, headers, text } = await post(signed, body, milliseconds);
    const fields = parseFields<Output>(text);
    if (statusCode === 200 && fields !== undefined) return fields;
    const requestId = headers()['x-amzn-requestid']?.toString();
    throw errorFrom(service, { ...fields }, { httpStatusCode: statusCode, requestId });
  };
}

function parseFields<Output extends object>(text: string): Output | undefined {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The name given to errors without a type. They come from a proxy or a load balancer, so this name marks them as transient. */
const unnamedError = 'ServiceUnavailable';

function errorFrom(
  { errorClasses = {} }: AwsService,
  { __type: type, message, Message, ...fields }: Fields,
  $metadata: Metadata,
): Error {
  const name = String(type ?? unnamedError).replace(/^.*#/, '');
  const ErrorClass = errorClasses[name] ?? Error;
  const error = new ErrorClass(String(message ?? Message ?? `HTTP ${$metadata.httpStatusCode}`));
  return Object.assign(error, fields, { name, $metadata });
}
