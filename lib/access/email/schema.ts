// Defines the schema of queued e-mails.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { mailLanguages } from './rules/creator-mail-kinds.ts';

export const emailKind = z.enum([
  'invitation',
  'passwordReset',
  'passwordChanged',
  'secondFactorEnabled',
  'secondFactorDisabled',
  'creatorSignIn',
  'creatorApplication',
  'webhookGone',
  'webhookFailing',
]);
export type EmailKind = z.output<typeof emailKind>;

/** The facts that a one-time link is signed for. The link is not stored. */
const linkSubject = z.object({
  purpose: z.enum(['invitation', 'passwordReset']),
  brandId: idSchema('brand'),
  userId: idSchema('user'),
  passwordVersion: z.int(),
  expiresAt: instant,
});
export type LinkSubject = z.output<typeof linkSubject>;

/** The facts that a one-time link of a creator is signed for. `slug` is the brand's, for the address of the link. */
export const creatorLink = z.object({
  purpose: z.enum(['creatorSignIn', 'creatorInvitation', 'creatorApplication']),
  brandId: idSchema('brand'),
  affiliateId: idSchema('affiliate'),
  sessionVersion: z.int(),
  expiresAt: instant,
  slug: z.string(),
});
export type CreatorLink = z.output<typeof creatorLink>;

/** An e-mail that waits for its worker. The item is deleted after that. */
export const storedEmail = z.object({
  id: z.string(),
  /** The brand whose messages wait together. */
  brandId: idSchema('brand'),
  kind: emailKind,
  to: z.string(),
  brandName: z.string(),
  /** The hash of the logo of the brand, only for e-mails to creators. */
  logo: z.string().optional(),
  /** Absent: English, as of all e-mails to users. */
  language: z.enum(mailLanguages).optional(),
  link: z.union([linkSubject, creatorLink]).nullable(),
  /** Only for e-mails about a webhook endpoint. The rest of its URL can be secret. */
  endpoint: z.object({ id: idSchema('webhookEndpoint'), host: z.string(), isTest: z.boolean() }).optional(),
  createdAt: instant,
});
export type QueuedEmail = z.output<typeof storedEmail>;

export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The one-time link of the e-mail, which the local stage prints. */
  readonly link: string | undefined;
  /** A sender in the name of a brand. Defaults to the sender of the stage. */
  readonly senderName?: string;
  readonly replyTo?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Amazon SES repeats them in the events of the e-mail. */
  readonly tags?: Readonly<Record<string, string>>;
}
