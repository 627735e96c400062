// A stub of DynamoDB with minimal cost in a separate process, so that a benchmark measures the client and not the engine.
// It also receives the log of the client.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSink } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** An item in DynamoDB JSON. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** Requests since the start. */
export interface Seen {
  readonly connections: number;
  readonly requests: number;
  readonly logged: { readonly bytes: number; readonly lines: number };
  readonly last: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

export interface StubTable {
  readonly address: string;
  /** A Unix domain socket for the log. */
  readonly log: string;
  readonly load: (items: readonly StoredItem[]) => Promise<void>;
  readonly seen: () => Promise<Seen>;
  /** Stops or resumes responding. */
  readonly hang: (hangs: boolean) => Promise<void>;
  readonly stop: () => void;
}

type Command = { readonly load: readonly StoredItem[] } | { readonly hangs: boolean } | 'seen';

const thisFile = fileURLToPath(import.meta.url);
const awake = '--awake';

/** With `staysAwake`, the process stays busy, because waking an idle process in a virtual machine can cost a third of a click. */
export async function startStubTable({ staysAwake = false } = {}): Promise<StubTable> {
  const log = join(tmpdir(), `creator-affiliate-log-${randomUUID()}`);
  const child = fork(thisFile, [log, ...(staysAwake ? [awake] : [])]);
  const answerTo = async <Answer>(order: Command): Promise<Answer> => {
    child.send(order);
    const [answer]: Answer[] = await once(child, 'message');
    if (answer === undefined) throw new Error('The stub table does not respond');
    return answer;
  };
  const [port] = await once(child, 'message');
  return {
    address: `http://127.0.0.1:${port}`,
    log,
    load: async (items) => void (await answerTo({ load: items })),
    seen: () => answerTo<Seen>('seen'),
    hang: async (hangs) => void (await answerTo({ hangs })),
    stop: () => {
      child.kill();
      rmSync(log, { force: true });
    },
  };
}

const textOfKey = (key: StoredItem): string => JSON.stringify([key.pk, key.sk]);

function serve(log: string, staysAwake: boolean): void {
  const items = new Map<string, StoredItem>();
  let [connections, requests] = [0, 0];
  const logged = { bytes: 0, lines: 0 };
  let hangs = false;
  let last: Seen['last'] = { headers: {}, body: '' };
  const consumed = (TableName: string) => ({ TableName, CapacityUnits: 1 });
  const written = Buffer.from(JSON.stringify({ ConsumedCapacity: consumed('stub') }));
  const counted = Buffer.from(
    JSON.stringify({ ConsumedCapacity: consumed('stub'), Attributes: { count: { N: '1' } } }),
  );
  const answerTo = (operation: string, body: string): Buffer => {
    // The functions refuse requests above the limit of the brand, so its count stays low.
    if (operation === 'UpdateItem' && body.includes('#REQUESTS')) return counted;
    if (operation === 'UpdateItem' || operation === 'PutItem') return written;
    const { TableName, Key, RequestItems } = JSON.parse(body);
    if (operation === 'GetItem') {
      const Item = items.get(textOfKey(Key));
      return Buffer.from(JSON.stringify({ ConsumedCapacity: consumed(TableName), ...(Item && { Item }) }));
    }
    const Responses = Object.entries<{ Keys: StoredItem[] }>(Object(RequestItems)).map(
      ([table, { Keys }]) => [table, Keys.flatMap((key) => items.get(textOfKey(key)) ?? [])],
    );
    const answer = {
      ConsumedCapacity: [consumed('stub')],
      Responses: Object.fromEntries(Responses),
      UnprocessedKeys: {},
    };
    return Buffer.from(JSON.stringify(answer));
  };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      requests += 1;
      if (hangs) return;
      last = { headers: request.headers as Seen['last']['headers'], body };
      const answer = answerTo(String(request.headers['x-amz-target']).replace(/^.*\./, ''), body);
      response.writeHead(200, {
        'content-type': 'application/x-amz-json-1.0',
        'content-length': answer.length,
        'x-amzn-requestid': 'A1B2C3D4E5F6G7H8I9J0KLMNOPQRSTUVWXYZ0123456789ABCDEF',
        'x-amz-crc32': '2745614147',
      });
      response.end(answer);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  // Keep idle connections open, so that the client decides when to close them.
  server.keepAliveTimeout = 0;
  const sink = createSink((writer) =>
    writer.on('data', (chunk: Buffer) => {
      logged.bytes += chunk.length;
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) logged.lines += 1;
    }),
  );
  const stayAwake = () => void setImmediate(stayAwake);
  if (staysAwake) stayAwake();
  sink.listen(log, () => listen());
  const listen = () =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      process.send?.(typeof address === 'object' ? address?.port : undefined);
    });
  // Otherwise a benchmark that fails would leave a busy process behind, which keeps its output open.
  process.on('disconnect', () => process.exit());
  process.on('message', (order: Command) => {
    if (order === 'seen') return void process.send?.({ connections, requests, logged, last } satisfies Seen);
    if ('hangs' in order) hangs = order.hangs;
    else for (const item of order.load) items.set(textOfKey(item), item);
    process.send?.('done');
  });
}

if (process.argv[1] === thisFile) serve(process.argv[2] ?? '', process.argv.includes(awake));
