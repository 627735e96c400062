// Defines the language and the e-mails of a creator, for the input and the responses of endpoints.
import * as z from 'zod';
import { mailLanguages, optionalMailKinds } from '#lib/access/email/rules/creator-mail-kinds.ts';

export const mailLanguage = z
  .enum(mailLanguages)
  .meta({ id: 'MailLanguage', description: 'A language of e-mails.' });

export const language = mailLanguage.nullable().meta({
  description: 'The language of the e-mails to the creator. Null for English.',
  example: 'de',
});

export const mails = () =>
  z
    .strictObject({
      off: z
        .array(z.enum(optionalMailKinds))
        .max(optionalMailKinds.length)
        .meta({
          description: 'The kinds of e-mails that the creator does not receive.',
          example: ['dailyDigest'],
        }),
    })
    .meta({
      description:
        'The e-mails that the creator receives. A creator also turns a kind off with the link in its e-mails: do not turn it on again unless the ' +
        'creator asks for it.',
    });

export const mailStatus = z.enum(['ok', 'bounced', 'complained']).meta({
  description:
    '`bounced`: the address does not exist. `complained`: the creator has marked an e-mail as spam. The service then sends no more e-mails ' +
    'to the creator, until the address changes.',
});
