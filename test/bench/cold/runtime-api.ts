// A minimal Lambda Runtime API that delivers one event.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './loopback.ts';

interface RuntimeApi {
  /** `AWS_LAMBDA_RUNTIME_API` */
  readonly address: string;
  /** The time in milliseconds at which the function requested its first event, i.e. finished init. */
  readonly initialized: Promise<number>;
  /** The response to the event. Rejects if the function failed. */
  readonly answered: Promise<{ readonly at: number; readonly body: string }>;
  readonly close: () => void;
}

const requestId = '6bc28136-xmpl-4365-b021-0ce6b2e64ab0';
const deadlineMilliseconds = 10_000;

const eventHeaders = () => ({
  'content-type': 'application/json',
  'lambda-runtime-aws-request-id': requestId,
  'lambda-runtime-deadline-ms': String(Date.now() + deadlineMilliseconds),
  'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-central-1:123456789012:function:bench',
  'lambda-runtime-trace-id': 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=0',
});

export async function serveRuntimeApi(event: string): Promise<RuntimeApi> {
  const initialized = Promise.withResolvers<number>();
  const answered = Promise.withResolvers<{ at: number; body: string }>();
  let isSent = false;
  const next = (response: ServerResponse): void => {
    // Leaves the second request pending until the process is killed.
    if (isSent) return;
    isSent = true;
    initialized.resolve(performance.now());
    response.writeHead(200, eventHeaders()).end(event);
  };
  const reported = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = performance.now();
    const body = await text(request);
    response.writeHead(202).end();
    if (request.url?.endsWith('/response')) answered.resolve({ at, body });
    else answered.reject(new Error(`The function failed: ${body}`));
  };
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/next')) next(response);
    else void reported(request, response).catch(answered.reject);
  });
  const { host, close } = await listen(server);
  return { address: host, initialized: initialized.promise, answered: answered.promise, close };
}
