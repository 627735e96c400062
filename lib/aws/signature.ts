// AWS Signature Version 4 of the one form of request that functions send: a POST of JSON to `/`, without a query.
// All of it that does not change from one request to the next is put together once.
// https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
import { hash } from 'node:crypto';
import { getSigningKey } from '@smithy/signature-v4';
import { now } from '#lib/shared/clock.ts';
import type { Credentials } from './credentials.ts';
import { keyedHash } from './keyed-hash.ts';
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

/** What does not change from one request to the next. */
function partsFor({ host, contentType }: Destination, { accessKeyId, sessionToken }: Credentials) {
  const hasToken = sessionToken !== undefined;
  const names = `content-type;host;x-amz-date${hasToken ? ';x-amz-security-token' : ''};x-amz-target`;
  return {
    beforeTimestamp: `POST\n/\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:`,
    beforeTarget: `${hasToken ? `\nx-amz-security-token:${sessionToken}` : ''}\nx-amz-target:`,
    beforeHash: `\n\n${names}\n`,
    credential: `${algorithm} Credential=${accessKeyId}/`,
    signature: `, SignedHeaders=${names}, Signature=`,
    headers: {
      host,
      'content-type': contentType,
      'user-agent': 'creator-affiliate-service',
      ...(hasToken && { 'x-amz-security-token': sessionToken }),
    },
  };
}

type Parts = ReturnType<typeof partsFor>;

/** What a day's requests are signed with. */
interface DayKey {
  readonly day: string;
  readonly signatureOf: (text: string) => string;
}

async function keyOf(
  day: string,
  { region, service }: Destination,
  credentials: Credentials,
): Promise<DayKey> {
  const key = await getSigningKey(Sha256, { ...credentials }, day, region, service);
  return { day, signatureOf: keyedHash(key) };
}

/** Signs with credentials that are looked for when the first request is signed, and then stay. */
export function newSigner(destination: Destination, credentialsNow: () => Credentials): Sign {
  const { region, service } = destination;
  let credentials: Credentials | undefined;
  let parts: Parts | undefined;
  let key: DayKey | undefined;
  return async (target, body) => {
    credentials ??= credentialsNow();
    parts ??= partsFor(destination, credentials);
    const timestamp = timestampOf(now());
    const day = timestamp.slice(0, 8);
    if (key?.day !== day) key = await keyOf(day, destination, credentials);
    const { beforeTimestamp, beforeTarget, beforeHash } = parts;
    const canonical = `${beforeTimestamp}${timestamp}${beforeTarget}${target}${beforeHash}${hash('sha256', body)}`;
    const scope = `${day}/${region}/${service}/aws4_request`;
    const signed = `${algorithm}\n${timestamp}\n${scope}\n${hash('sha256', canonical)}`;
    const signature = key.signatureOf(signed);
    return {
      ...parts.headers,
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-date': timestamp,
      'x-amz-target': target,
      authorization: parts.credential + scope + parts.signature + signature,
    };
  };
}
