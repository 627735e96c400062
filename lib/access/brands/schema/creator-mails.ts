// Defines the setting that says which e-mails the creators of a brand receive.
import * as z from 'zod';
import { type BrandMailKind, brandMailKinds } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';

export interface CreatorMails {
  enabled: boolean;
  replyTo: string | null;
  off: BrandMailKind[];
}

export const defaultCreatorMails = (): CreatorMails => ({ enabled: true, replyTo: null, off: [] });

const described = {
  enabled:
    '`false` if the service sends no e-mails to creators, except those about changed payout details and about an erasure.',
  replyTo: 'The address that receives the answers of creators. Null for none.',
  off: 'The kinds of e-mails that creators do not receive.',
};

const kinds = z
  .array(z.enum(brandMailKinds))
  .max(brandMailKinds.length)
  .meta({ description: described.off, example: ['dailyDigest'] });

/** Fields that are absent keep their values. */
export const creatorMailsChange = z
  .strictObject({
    enabled: z.boolean().optional().meta({ description: described.enabled }),
    replyTo: emailAddress.nullable().optional().meta({ description: described.replyTo }),
    off: kinds.optional(),
  })
  .meta({ id: 'CreatorMailsChange', description: 'The settings of the e-mails to creators that change.' });

export const creatorMailsAnswer = z
  .object({
    enabled: z.boolean().meta({ description: described.enabled }),
    replyTo: z.string().nullable().meta({ description: described.replyTo }),
    off: kinds,
  })
  .meta({ id: 'CreatorMails', description: 'The e-mails that the creators of the brand receive.' });
