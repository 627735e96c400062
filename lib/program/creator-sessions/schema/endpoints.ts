// Defines the input and the responses of the sessions of creators.
import * as z from 'zod';
import { brandSlug } from '#lib/access/brands/schema/portal.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { mailLanguage } from '#lib/program/affiliates/schema/mails.ts';

export const signInLinkInput = z
  .strictObject({
    brand: brandSlug.meta({ description: 'The slug of the brand, also a former one.', example: 'acme' }),
    email: z.string().min(1).max(254).meta({ description: 'The e-mail address of the creator.' }),
    language: mailLanguage.optional().meta({
      description: 'The language of the e-mail to a creator without a language. Defaults to English.',
    }),
  })
  .meta({ id: 'SignInLinkInput', description: 'The creator who wants to sign in.' });
export type SignInLinkInput = z.output<typeof signInLinkInput>;

export const linkTokenInput = z
  .strictObject({
    token: z.string().min(1).max(256).meta({ description: 'The token of the one-time link.' }),
  })
  .meta({ id: 'LinkTokenInput', description: 'The token of a one-time link.' });

const token = z.string().meta({
  description: 'A JWT with the role `creator`. Send it as `authorization: Bearer`.',
});

const expiresAt = instant.meta({ description: 'When the token expires.' });

export const creatorSessionAnswer = z
  .object({
    accessToken: token,
    expiresAt,
    affiliateId: idSchema('affiliate'),
    brand: brandSlug.meta({ description: 'The slug of the brand.', example: 'acme' }),
  })
  .meta({ id: 'CreatorSession', description: 'A new session of a creator.' });

export const portalSessionAnswer = z
  .object({
    url: z.url().meta({
      description: 'A one-time link that signs the creator in. It is valid for 15 minutes.',
      example: 'https://api.example.com/creators/acme/sign-in?token=one-time-token',
    }),
    token,
    expiresAt,
  })
  .meta({ id: 'PortalSession', description: 'Access to the portal for one creator.' });
