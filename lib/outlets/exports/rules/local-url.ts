// Signs and checks the URLs of files on a local stage, which replace the presigned URLs of S3.
import { createHmac, timingSafeEqual } from 'node:crypto';

interface LocalFile {
  readonly key: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly expires: number;
}

const signatureOf = (secret: string, { key, name, expires }: LocalFile): string =>
  createHmac('sha256', secret).update(`${key}\n${name}\n${expires}`).digest('base64url');

export function localUrl(base: string, secret: string, file: LocalFile): string {
  const signature = signatureOf(secret, file);
  const query = new URLSearchParams({ name: file.name, expires: String(file.expires), signature });
  return `${base}/${file.key}?${query}`;
}

/** Returns the file that the URL names, or undefined if it is forged or expired. */
export function checkLocalUrl(
  secret: string,
  key: string,
  query: URLSearchParams,
  now: Date,
): LocalFile | undefined {
  const file = { key, name: query.get('name') ?? '', expires: Number(query.get('expires')) };
  const [given, expected] = [
    Buffer.from(query.get('signature') ?? ''),
    Buffer.from(signatureOf(secret, file)),
  ];
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && now.getTime() < file.expires * 1000 ? file : undefined;
}
