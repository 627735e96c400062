// Signs POST requests with SigV4: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHmac, hash } from 'node:crypto';
import { now } from '#lib/foundation/shared/clock.ts';
import type { Credentials, CredentialsProvider } from './credentials.ts';

export interface Destination {
  readonly host: string;
  readonly region: string;
  readonly service: string;
  readonly contentType: string;
  /** The default is `/`. */
  readonly path?: string;
}

export type Headers = Readonly<Record<string, string>>;

/** Signs a request of a JSON protocol, whose target names the operation, or one without a target. */
export type Sign = (body: string, target?: string) => Promise<Headers>;

const algorithm = 'AWS4-HMAC-SHA256';

const timestampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

function constantParts(
  { host, contentType, path = '/' }: Destination,
  { accessKeyId, sessionToken }: Credentials,
) {
  const token: Headers = sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken };
  return {
    start: `POST\n${path}\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:`,
    token: sessionToken === undefined ? '' : `\nx-amz-security-token:${sessionToken}`,
    names: ['content-type;host;x-amz-date', ...Object.keys(token)].join(';'),
    credential: `${algorithm} Credential=${accessKeyId}/`,
    headers: { host, 'content-type': contentType, 'user-agent': 'creator-affiliate-service', ...token },
  };
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** What all requests of one day with the same credentials have in common. */
function prepare(day: string, destination: Destination, credentials: Credentials) {
  const { region, service } = destination;
  const { secretAccessKey: secret } = credentials;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return { ...constantParts(destination, credentials), day, secret, key };
}

export function createSigner(destination: Destination, readCredentials: CredentialsProvider): Sign {
  const { region, service } = destination;
  let last: ReturnType<typeof prepare> | undefined;
  return async (body, target) => {
    const credentials = await readCredentials();
    const timestamp = timestampOf(now());
    const day = timestamp.slice(0, 8);
    const isSame = last?.day === day && last.secret === credentials.secretAccessKey;
    const parts = last !== undefined && isSame ? last : prepare(day, destination, credentials);
    last = parts;
    const targetLine = target === undefined ? '' : `\nx-amz-target:${target}`;
    const names = target === undefined ? parts.names : `${parts.names};x-amz-target`;
    const canonical = `${parts.start}${timestamp}${parts.token}${targetLine}\n\n${names}\n${hash('sha256', body)}`;
    const scope = `${day}/${region}/${service}/aws4_request`;
    const text = `${algorithm}\n${timestamp}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = hmac(parts.key, text).toString('hex');
    return {
      ...parts.headers,
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-date': timestamp,
      ...(target !== undefined && { 'x-amz-target': target }),
      authorization: `${parts.credential}${scope}, SignedHeaders=${names}, Signature=${signature}`,
    };
  };
}
