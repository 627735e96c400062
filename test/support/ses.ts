// Answers as Amazon SES, so that tests see the requests that AWS would receive.
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import type { Json } from './json.ts';

let receive: (email: Json) => number = () => 503;
let address: string | undefined;

/** The service keeps one client for a process, so the address stays the same for all tests of a process. */
async function startServer(): Promise<string> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.writeHead(receive(JSON.parse(text))).end('{}');
  });
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${Object(server.address()).port}`;
}

/**
 * Sends the e-mails of a test to this server instead of into files. Returns those that it receives.
 *
 * @param settings `throttled`: SES answers e-mails to this address with 429. `from`: the sender of the stage.
 */
export async function receiveSesEmails(settings: {
  readonly from: string;
  readonly configurationSet: string;
  readonly throttled?: string;
}): Promise<readonly Json[]> {
  const received: Json[] = [];
  receive = (email) => {
    received.push(email);
    return email.Destination.ToAddresses[0] === settings.throttled ? 429 : 200;
  };
  address ??= await startServer();
  process.env.AWS_ENDPOINT_URL_SESV2 = address;
  const { EMAIL_DIRECTORY, EMAIL_FROM, EMAIL_CONFIGURATION_SET } = environment;
  Object.assign(environment, {
    EMAIL_DIRECTORY: undefined,
    EMAIL_FROM: settings.from,
    EMAIL_CONFIGURATION_SET: settings.configurationSet,
  });
  onTestFinished(() => {
    Object.assign(environment, { EMAIL_DIRECTORY, EMAIL_FROM, EMAIL_CONFIGURATION_SET });
    delete process.env.AWS_ENDPOINT_URL_SESV2;
  });
  return received;
}
