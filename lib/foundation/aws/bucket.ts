// Sends requests to a bucket of S3, without retries: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations_Amazon_Simple_Storage_Service.html
import { SignatureV4 } from '@smithy/signature-v4';
import type { HttpRequest } from '@smithy/types';
import { now } from '#lib/foundation/shared/clock.ts';
import { currentCredentials } from './credentials.ts';
import { Sha256 } from './sha256.ts';

type Query = Readonly<Record<string, string>>;

interface Sent {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly key: string;
  readonly query?: Query;
  readonly body?: Uint8Array | string;
}

export interface Reply {
  readonly headers: Headers;
  readonly text: string;
}

export interface Bucket {
  readonly send: (sent: Sent) => Promise<Reply>;
  readonly presign: (key: string, query: Query, seconds: number) => Promise<string>;
}

export const requestMilliseconds = 30_000;

/** An endpoint of an emulator has the bucket in the path, because its host has no subdomains. */
function addressOf(bucket: string, region: string): URL {
  const { AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL } = process.env;
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(
    AWS_ENDPOINT_URL_S3 === undefined
      ? `https://${bucket}.s3.${region}.${suffix}`
      : `${AWS_ENDPOINT_URL_S3.replace(/\/$/, '')}/${bucket}`,
  );
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const urlOf = ({ origin }: URL, path: string, query: HttpRequest['query'] = {}): string => {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encode(name)}=${encode(String(value ?? ''))}`,
  );
  return `${origin}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
};

const elementIn = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];

/** S3 can report a failure in a body with the status 200. */
function throwIfFailed(status: number, text: string): void {
  if (status < 300 && !text.includes('<Error>')) return;
  const httpStatusCode = status < 300 ? 500 : status;
  const error = new Error(elementIn(text, 'Message') ?? `HTTP ${status}`);
  throw Object.assign(error, {
    name: elementIn(text, 'Code') ?? `Http${status}`,
    $metadata: { httpStatusCode },
  });
}

/** Gives failed connections a name that marks them as transient. */
async function fetchReply(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(requestMilliseconds) });
  } catch (cause) {
    throw Object.assign(new Error('S3 cannot be reached', { cause }), { name: 'NetworkingError' });
  }
}

export function openBucket(bucket: string): Bucket {
  const { AWS_REGION: region = '' } = process.env;
  const address = addressOf(bucket, region);
  const signer = new SignatureV4({
    credentials: async () => currentCredentials(),
    region,
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
  });
  const requestOf = ({ method, key, query = {}, body }: Sent): HttpRequest => ({
    method,
    protocol: address.protocol,
    hostname: address.hostname,
    ...(address.port !== '' && { port: Number(address.port) }),
    path: `${address.pathname.replace(/\/$/, '')}/${key}`,
    query: { ...query },
    headers: { host: address.host },
    body,
  });
  return {
    send: async (sent) => {
      const signed = await signer.sign(requestOf(sent), { signingDate: now() });
      const { host: _, ...headers } = signed.headers;
      const response = await fetchReply(urlOf(address, signed.path, signed.query), {
        method: sent.method,
        headers,
        ...(sent.body !== undefined && { body: Buffer.from(sent.body) }),
      });
      const text = await response.text();
      throwIfFailed(response.status, text);
      return { headers: response.headers, text };
    },
    presign: async (key, query, seconds) => {
      const request = requestOf({ method: 'GET', key, query });
      // S3 does not hash the body of a presigned request.
      request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      const signed = await signer.presign(request, { expiresIn: seconds, signingDate: now() });
      return urlOf(address, signed.path, signed.query);
    },
  };
}

export const elementOf = (text: string, name: string): string => {
  const found = elementIn(text, name);
  if (found === undefined) throw new Error(`The response of S3 has no ${name}`);
  return found;
};
