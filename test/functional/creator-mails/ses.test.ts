// Tests what Amazon SES receives of an e-mail to a creator.
import { expect, test } from 'vitest';
import { addressHash } from '#lib/outlets/creator-mails/rules/links.ts';
import { inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { recordAllEvents } from '#test/support/events.ts';
import type { Json } from '#test/support/json.ts';
import { createBrand } from '#test/support/service.ts';
import { receiveSesEmails } from '#test/support/ses.ts';

test('an e-mail to a creator has the name of the brand, the headers to turn it off, and tags without an address', async () => {
  const { admin, brand } = await createBrand('scale');
  const { id, email, trackingCode } = await inviteActive(admin);
  await patch(admin, '/brand', { creatorMails: { replyTo: 'partners@acme.test' } });
  await recordAllEvents();
  const received = await receiveSesEmails({
    from: 'Service <no-reply@mail.test>',
    configurationSet: 'stage',
  });
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
