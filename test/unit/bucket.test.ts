// Tests the file store in S3 against a server that checks signatures as S3 does, from the rules of AWS.
// See https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isCausedByInput, isTransient } from '#lib/foundation/aws/failures.ts';
import { bucketStore, LostUpload } from '#lib/outlets/exports/store/files.ts';

const secret = 'wJalrXUtnFEMI/K7MDENG';
const hmac = (key: string | Buffer, value: string): Buffer =>
  createHmac('sha256', key).update(value).digest();
const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');
const encode = (value: string): string =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Calculates the signature of a request as S3 does. */
function expectedSignature(method: string, url: URL, headers: IncomingMessage['headers'], body: string) {
  const query = new URLSearchParams(url.searchParams);
  const isPresigned = query.has('X-Amz-Signature');
  const given = isPresigned
    ? {
        credential: query.get('X-Amz-Credential'),
        signed: query.get('X-Amz-SignedHeaders'),
        date: query.get('X-Amz-Date'),
      }
    : {
        credential: /Credential=([^,]+)/.exec(headers.authorization ?? '')?.[1],
        signed: /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1],
        date: String(headers['x-amz-date']),
      };
  const actual = query.get('X-Amz-Signature') ?? /Signature=(\w+)/.exec(headers.authorization ?? '')?.[1];
  query.delete('X-Amz-Signature');
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted();
  const names = (given.signed ?? '').split(';');
  const lines = names.map((name) => `${name}:${String(headers[name])}\n`).join('');
  const payload = isPresigned ? 'UNSIGNED-PAYLOAD' : sha256(body);
  const canonical = [method, url.pathname, pairs.join('&'), lines, names.join(';'), payload].join('\n');
  const [, day = '', region = '', service = ''] = (given.credential ?? '').split('/');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request');
  const toSign = ['AWS4-HMAC-SHA256', given.date, scope, sha256(canonical)].join('\n');
  return { actual, expected: hmac(key, toSign).toString('hex') };
}

const parts = new Map<string, string>();
const objects = new Map<string, string>();
const problems: string[] = [];

function answer(method: string, { pathname, searchParams }: URL, body: string): [number, string, string?] {
  const uploadId = searchParams.get('uploadId');
  if (searchParams.has('uploads')) return [200, '<R><UploadId>upload-1</UploadId></R>'];
  if (method === 'HEAD') return [objects.has(pathname) ? 200 : 404, ''];
  if (method === 'GET') return [200, objects.get(pathname) ?? ''];
  if (uploadId !== 'upload-1' || objects.has(pathname))
    return [404, '<Error><Code>NoSuchUpload</Code></Error>'];
  const number = searchParams.get('partNumber');
  if (number !== null) {
    parts.set(number, body);
    return [200, '', `"tag-${number}"`];
  }
  if (body.includes('tag-8')) return [400, '<Error><Code>InvalidPart</Code></Error>'];
  if (body.includes('tag-9')) return [200, '<Error><Code>InternalError</Code></Error>'];
  const numbers = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;tag-\1&quot;</g)].map(
    ([, one = '']) => one,
  );
  objects.set(pathname, numbers.map((one) => parts.get(one)).join(''));
  return [200, '<CompleteMultipartUploadResult/>'];
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const body = await text(request);
  const { actual, expected } = expectedSignature(request.method ?? '', url, request.headers, body);
  if (actual !== expected) problems.push(`${request.method} ${request.url}`);
  const [status, content, etag] = answer(request.method ?? '', url, body);
  response.writeHead(status, etag === undefined ? {} : { etag }).end(content);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: secret,
    AWS_SESSION_TOKEN: 'session/+=',
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  });
});
afterAll(() => {
  server.close();
  for (const name of ['REGION', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'SESSION_TOKEN', 'ENDPOINT_URL_S3']) {
    delete process.env[`AWS_${name}`];
  }
});

test('a file of two parts is uploaded and downloaded with signed requests, and completing it again changes nothing', async () => {
  const store = bucketStore('exports');
  const upload = { key: 'brd_1/exp_1.csv', uploadId: await store.begin('brd_1/exp_1.csv') };
  const etags = [
    await store.put(upload, 1, Buffer.from('é,1\n')),
    await store.put(upload, 2, Buffer.from('b,2\n')),
  ];
  await store.complete(upload, etags);
  await store.complete(upload, etags);
  const url = await store.urlOf(upload.key, 'affiliates (1).csv', new Date());
  expect(await (await fetch(url)).text()).toBe('é,1\nb,2\n');
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900');
  expect(problems).toEqual([]);
});

test('a lost upload is recognized, and failures of S3 and of the connection are transient', async () => {
  const store = bucketStore('exports');
  const lost = { key: 'brd_1/exp_2.csv', uploadId: 'other' };
  await expect(store.put(lost, 1, Buffer.from('x'))).rejects.toThrow(LostUpload);
  await expect(store.complete(lost, [])).rejects.toThrow(LostUpload);
  const replaced = store.complete({ ...lost, uploadId: 'upload-1' }, ['"tag-8"']);
  await expect(replaced).rejects.toThrow(LostUpload);
  const failed: unknown = await store
    .complete({ ...lost, uploadId: 'upload-1' }, ['"tag-9"'])
    .catch((error) => error);
  expect([isTransient(failed), isCausedByInput(failed)]).toEqual([true, false]);
  process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:1';
  const refused: unknown = await bucketStore('exports')
    .begin('x')
    .catch((error) => error);
  expect([isTransient(refused), isCausedByInput(refused)]).toEqual([true, false]);
  expect(problems).toEqual([]);
});
