// Accepts messages like Amazon SQS, in the JSON protocol, on the loopback interface.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface QueuedMessage {
  /** The last part of the queue's URL. */
  readonly queue: string;
  readonly body: string;
  /** The brand whose message this is. */
  readonly group?: string;
  readonly delaySeconds: number;
}

interface SqsServer {
  readonly address: string;
  close(): Promise<void>;
}

interface SentMessage {
  readonly QueueUrl?: unknown;
  readonly MessageBody?: unknown;
  readonly MessageGroupId?: unknown;
  readonly DelaySeconds?: unknown;
}

const expectedTarget = 'AmazonSQS.SendMessage';

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  receive: (message: QueuedMessage) => void,
): Promise<void> {
  const sent: SentMessage = JSON.parse(await text(request));
  const target = request.headers['x-amz-target'];
  const { MessageBody: body, MessageGroupId: group, DelaySeconds: delaySeconds = 0 } = sent;
  if (target !== expectedTarget || typeof body !== 'string') {
    response
      .writeHead(400)
      .end(JSON.stringify({ __type: 'InvalidAction', message: `Send ${expectedTarget}` }));
    return;
  }
  const queue = String(sent.QueueUrl).split('/').at(-1) ?? '';
  receive({
    ...{ queue, body, delaySeconds: Number(delaySeconds) },
    ...(typeof group === 'string' && { group }),
  });
  const digest = createHash('md5').update(body).digest('hex');
  response.end(JSON.stringify({ MessageId: digest, MD5OfMessageBody: digest }));
}

/** Port 0 is any free port. */
export async function openSqsServer(
  port: number,
  receive: (message: QueuedMessage) => void,
  { keepsProcess = true } = {},
): Promise<SqsServer> {
  const server = createServer((request, response) => {
    answer(request, response, receive).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
  if (!keepsProcess) server.unref();
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    address: `http://127.0.0.1:${boundPort}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
