// Tests the reading of TXT records from a name server, which is an imitation of its protocol (RFC 1035).
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { readTxtRecords } from '#lib/access/brands/store/txt-records.ts';

const responseFlags = 0x8180;
const codes = { noError: 0, serverFailure: 2, nameError: 3 } as const;
const headerLength = 12;

interface Reply {
  readonly code: number;
  /** The parts of the texts of each record. */
  readonly records?: readonly (readonly string[])[];
}

function answerTo(query: Buffer, { code, records = [] }: Reply): Buffer {
  const header = Buffer.from(query.subarray(0, headerLength));
  header.writeUInt16BE(responseFlags | code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt16BE(0, 10);
  const nameEnd = query.indexOf(0, headerLength) + 1;
  const question = query.subarray(headerLength, nameEnd + 4);
  const answers = records.map((parts) => {
    const data = Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]));
    // A pointer to the name of the question, the type TXT, the class, the time to live and the length.
    const start = Buffer.from([0xc0, headerLength, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length]);
    return Buffer.concat([start, data]);
  });
  return Buffer.concat([header, question, ...answers]);
}

/** Undefined for a server that never answers. Returns its address. */
async function serverWith(reply: Reply | undefined): Promise<string> {
  const socket = createSocket('udp4').on('message', (query, { address, port }) => {
    if (reply !== undefined) socket.send(answerTo(query, reply), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const name = '_affiliate.go.acme.test';

test('readTxtRecords returns the text of each record, whose parts belong together', async () => {
  const records = [['one'], ['a text of ', 'two parts']];
  const server = await serverWith({ code: codes.noError, records });
  expect(await readTxtRecords(name, [server])).toEqual(['one', 'a text of two parts']);
});

test.each([
  ['an unknown name', { code: codes.nameError }],
  ['a name without TXT records', { code: codes.noError }],
])('returns no text for %s', async (_, reply) => {
  expect(await readTxtRecords(name, [await serverWith(reply)])).toEqual([]);
});

test.each([
  ['fails', { code: codes.serverFailure }],
  ['never answers', undefined],
])('readTxtRecords returns undefined if the server %s', async (_, reply) => {
  expect(await readTxtRecords(name, [await serverWith(reply)])).toBeUndefined();
});
