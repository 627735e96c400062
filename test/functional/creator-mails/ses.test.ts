// Tests what Amazon SES receives of an e-mail to a creator.
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { addressHash } from '#lib/outlets/creator-mails/rules/links.ts';
import { inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import type { Json } from '#test/support/json.ts';
import { createBrand } from '#test/support/service.ts';

/** Answers as Amazon SES. Returns the e-mails that it receives. */
async function receiveEmails(): Promise<readonly Json[]> {
  const received: Json[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push(JSON.parse(text));
    response.writeHead(200).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { EMAIL_DIRECTORY } = environment;
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${Object(server.address()).port}`;
  const sender = { EMAIL_FROM: 'Service <no-reply@mail.test>', EMAIL_CONFIGURATION_SET: 'stage' };
  Object.assign(environment, { EMAIL_DIRECTORY: undefined, ...sender });
  onTestFinished(() => {
    const none = { EMAIL_FROM: undefined, EMAIL_CONFIGURATION_SET: undefined };
    Object.assign(environment, { EMAIL_DIRECTORY, ...none });
    delete process.env.AWS_ENDPOINT_URL_SESV2;
    server.closeAllConnections();
    server.close();
  });
  return received;
}

test('an e-mail to a creator has the name of the brand, the headers to turn it off, and tags without an address', async () => {
  const { admin, brand } = await createBrand('scale');
  const { id, email, trackingCode } = await inviteActive(admin);
  await patch(admin, '/brand', { creatorMails: { replyTo: 'partners@acme.test' } });
  await recordAllEvents();
  const received = await receiveEmails();
  const { commissionId } = await recordOrder(admin, { trackingCode });
  await patch(admin, `/commissions/${commissionId}/approve`, {});
  await recordAllEvents();
  expect(received).toHaveLength(1);
  const [{ Content, ...sent }] = received as [Json];
  expect(sent).toEqual({
    FromEmailAddress: '"Acme" <no-reply@mail.test>',
    ConfigurationSetName: 'stage',
    Destination: { ToAddresses: [email] },
    ReplyToAddresses: ['partners@acme.test'],
    EmailTags: [
      { Name: 'brandId', Value: brand.id },
      { Name: 'creatorId', Value: id },
      { Name: 'address', Value: addressHash(email) },
    ],
  });
  const names = Content.Simple.Headers.map(({ Name }: Json) => Name);
  expect(names).toEqual(['List-Unsubscribe', 'List-Unsubscribe-Post']);
});
