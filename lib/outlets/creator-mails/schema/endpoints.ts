// Defines the input of the endpoints of e-mails to creators.
import * as z from 'zod';
import { mailLanguages } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const unsubscribeQuery = z.strictObject({
  token: z.string().max(200).meta({ description: 'The token of the link in the e-mail.' }),
  language: z
    .enum(mailLanguages)
    .default('en')
    .meta({ description: 'The language of the page.', example: 'de' }),
});

export const creatorParams = z.strictObject({ id: idSchema('affiliate') });
