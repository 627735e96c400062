// AWS Signature Version 4 of the one form of request that functions send: a POST of JSON to `/`, without a query.
// All of it that does not change from one request to the next is put together once.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import { getSigningKey } from '@smithy/signature-v4';
import { now } from '#lib/shared/clock.ts';
import type { Credentials } from './credentials.ts';
import { Sha256 } from './sha256.ts';

/** Where requests go, and what they are signed for. */
export interface Destination {
  readonly host: string;
  readonly region: string;
  /** As in its address: `dynamodb`. */
  readonly service: string;
  readonly contentType: string;
}

export type Headers = Readonly<Record<string, string>>;

/** The headers of a signed request for an operation (`DynamoDB_20120810.GetItem`) with that body. */
export type Sign = (target: string, body: string) => Promise<Headers>;

const algorithm = 'AWS4-HMAC-SHA256';

/** `20261121T163000Z` */
const timestampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

function signerFor({ host, region, service, contentType }: Destination, credentials: Credentials): Sign {
  const { accessKeyId, sessionToken } = credentials;
  const hasToken = sessionToken !== undefined;
  const names = `content-type;host;x-amz-date${hasToken ? ';x-amz-security-token' : ''};x-amz-target`;
  const before = `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:`;
  const between = hasToken ? `\nx-amz-security-token:${sessionToken}\nx-amz-target:` : '\nx-amz-target:';
  const after = `\n\n${names}\n`;
  const tokenHeader = { ...(hasToken && { 'x-amz-security-token': sessionToken }) };
  /** A key is good for a UTC day. Made from its bytes once: that takes Node longer than all else that is done here. */
  let key: { readonly day: string; readonly secret: KeyObject } | undefined;
  return async (target, body) => {
    const timestamp = timestampOf(now());
    const day = timestamp.slice(0, 8);
    if (key?.day !== day) {
      const bytes = await getSigningKey(Sha256, { ...credentials }, day, region, service);
      key = { day, secret: createSecretKey(bytes) };
    }
    const scope = `${day}/${region}/${service}/aws4_request`;
    const canonical = `${before}${timestamp}${between}${target}${after}${hash('sha256', body)}`;
    const signed = `${algorithm}\n${timestamp}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = createHmac('sha256', key.secret).update(signed).digest('hex');
    return {
      host,
      'content-type': contentType,
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'creator-affiliate-service',
      'x-amz-date': timestamp,
      ...tokenHeader,
      'x-amz-target': target,
      authorization: `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    };
  };
}

/** Signs with credentials that are looked for when the first request is signed, and then stay. */
export function newSigner(destination: Destination, credentialsNow: () => Credentials): Sign {
  let sign: Sign | undefined;
  return async (target, body) => {
    sign ??= signerFor(destination, credentialsNow());
    return sign(target, body);
  };
}
