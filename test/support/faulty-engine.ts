// The engine behind a proxy that fails as DynamoDB can and an engine on one machine never does: by rule, so many times.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, vi } from 'vitest';

/** `lost`: the engine does what it was asked, and the answer never arrives. `hung`: nothing happens at all. */
export type Fault =
  | { readonly kind: 'error'; readonly status: number; readonly body: object }
  | { readonly kind: 'refused' | 'lost' | 'hung' }
  | { readonly kind: 'rewritten'; readonly rewrite: (answer: string, asked: string) => string };

const failure = (status: number, name: string, more: object = {}): Fault => ({
  kind: 'error',
  status,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: name, ...more },
});

const cancelled = (reason: string) =>
  failure(400, 'TransactionCanceledException', {
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reason}]`,
    CancellationReasons: [{ Code: reason, Message: reason }],
  });

export const faults = {
  throttled: failure(400, 'ProvisionedThroughputExceededException'),
  throttledTransaction: cancelled('ThrottlingError'),
  conflict: cancelled('TransactionConflict'),
  /** Of a write that is no transaction, and meets one. */
  metTransaction: failure(400, 'TransactionConflictException'),
  internal: failure(500, 'InternalServerError'),
  away: { kind: 'refused' },
  lost: { kind: 'lost' },
  hung: { kind: 'hung' },
  /** A BatchGetItem that gets no further than its first key. */
  unprocessed: { kind: 'rewritten', rewrite: firstKeyOnly },
  nothingProcessed: {
    kind: 'rewritten',
    rewrite: (_, asked) => JSON.stringify({ UnprocessedKeys: JSON.parse(asked).RequestItems }),
  },
} as const satisfies Record<string, Fault>;

function firstKeyOnly(answer: string, asked: string): string {
  const { RequestItems } = JSON.parse(asked);
  const { Responses, ...rest } = JSON.parse(answer);
  const [[table, { Keys, ...options }]] = Object.entries<{ Keys: StoredKey[] }>(RequestItems) as [
    [string, { Keys: StoredKey[] }],
  ];
  const [first, ...others] = Keys;
  const found = Responses[table].filter(
    (item: StoredKey) => item.pk.S === first?.pk.S && item.sk.S === first?.sk.S,
  );
  const left = others.length === 0 ? {} : { [table]: { Keys: others, ...options } };
  return JSON.stringify({ ...rest, Responses: { [table]: found }, UnprocessedKeys: left });
}

interface StoredKey {
  readonly pk: { readonly S: string };
  readonly sk: { readonly S: string };
}

interface Call {
  readonly operation: string;
  readonly body: string;
}

interface Rule {
  readonly fault: Fault;
  readonly matches: (call: Call) => boolean;
  left: number;
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Asks the real engine. */
function forward(
  endpoint: string,
  { headers, method, url }: IncomingMessage,
  body: string,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const target = new URL(url ?? '/', endpoint);
    const asked = request(target, { method, headers: { ...headers, host: target.host } }, async (answer) => {
      resolve({ status: answer.statusCode ?? 500, body: await textOf(answer) });
    });
    asked.on('error', reject).end(body);
  });
}

/**
 * Puts the proxy in the engine's place, and has all modules loaded anew. It must come before the modules that a test
 * file imports: `const engine = await vi.hoisted(async () => (await import('#test/support/faulty-engine.ts')).startFaultyEngine())`.
 * `hangs`: it will, so what asks it waits no longer than it would in production; else as long as a busy machine needs.
 */
export async function startFaultyEngine({ hangs = false }: { readonly hangs?: boolean } = {}) {
  const endpoint = process.env.DYNAMODB_ENDPOINT ?? '';
  const rules: Rule[] = [];
  const calls: Call[] = [];

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await textOf(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.').at(-1) ?? '';
    const call = { operation, body };
    calls.push(call);
    const rule = rules.find((candidate) => candidate.left > 0 && candidate.matches(call));
    if (rule !== undefined) rule.left -= 1;
    const fault = rule?.fault;
    if (fault?.kind === 'hung') return;
    if (fault?.kind === 'refused') return void incoming.socket.resetAndDestroy();
    if (fault?.kind === 'error') {
      outgoing.writeHead(fault.status, { 'content-type': 'application/x-amz-json-1.0' });
      return void outgoing.end(JSON.stringify(fault.body));
    }
    const answer = await forward(endpoint, incoming, body);
    if (fault?.kind === 'lost') return void incoming.socket.resetAndDestroy();
    const text = fault?.kind === 'rewritten' ? fault.rewrite(answer.body, body) : answer.body;
    outgoing.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' });
    outgoing.end(text);
  }

  const server = createServer((incoming, outgoing) => {
    respond(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  process.env.DYNAMODB_ENDPOINT = `http://127.0.0.1:${address.port}`;
  if (hangs) process.env.DYNAMODB_PATIENCE = '1';
  vi.resetModules();

  return {
    /** Fails the next calls of an operation, or of any, so many times (for ever unless said). */
    fail(
      fault: Fault,
      { operation, containing = '', times = Number.POSITIVE_INFINITY }: FailureOptions = {},
    ): void {
      const matches = (call: Call) =>
        (operation === undefined || operation === call.operation) && call.body.includes(containing);
      rules.push({ fault, matches, left: times });
    },
    /** Everything works again; the calls seen until now are forgotten. */
    heal(): void {
      rules.length = 0;
      calls.length = 0;
    },
    /** The calls of an operation since the engine was healed, the failed ones too. */
    callsOf: (operation: string): readonly Call[] => calls.filter((call) => call.operation === operation),
  };
}

interface FailureOptions {
  readonly operation?: string;
  /** Only calls whose body has this text. */
  readonly containing?: string;
  readonly times?: number;
}

/** Each test begins with an engine that fails at nothing; waiting between attempts is always the shortest drawn. */
export function healBetweenTests(engine: { heal(): void }): void {
  beforeEach(() => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    engine.heal();
    vi.restoreAllMocks();
  });
}
