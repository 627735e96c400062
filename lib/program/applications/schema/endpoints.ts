// Defines the input and the responses of applications.
import * as z from 'zod';
import { brandSlug, portalSettings } from '#lib/access/brands/schema/portal.ts';
import { displayText, nameInput } from '#lib/foundation/shared/display-text.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { rate } from '#lib/foundation/shared/rates.ts';
import { httpsUrl } from '#lib/foundation/shared/urls.ts';
import { mailLanguage } from '#lib/program/affiliates/schema/mails.ts';

/** A malformed slug is one of no brand. */
export const programParams = z.strictObject({
  slug: z.string().meta({ description: 'The slug of the brand, also a former one.', example: 'acme' }),
});

export const programAnswer = z
  .object({
    name: z.string().meta({ description: 'The name of the brand.' }),
    slug: brandSlug.meta({ description: 'The present slug of the brand.', example: 'acme' }),
    logoUrl: portalSettings.shape.logoUrl,
    color: portalSettings.shape.color,
    termsUrl: portalSettings.shape.termsUrl,
    privacyUrl: portalSettings.shape.privacyUrl,
    supportEmail: portalSettings.shape.supportEmail,
    currency: z.string().meta({ description: 'The ISO 4217 currency of the rate.', example: 'USD' }),
    rate: rate.nullable().meta({
      description: 'The rate of a new creator. Null if the brand has terms with several rates.',
    }),
    acceptsApplications: z.boolean().meta({ description: 'Whether people can apply.' }),
  })
  .meta({ id: 'Program', description: 'The affiliate program of a brand, as everybody sees it.' });

export const applicationInput = z
  .strictObject({
    name: nameInput.meta({ description: 'The name of the person.' }),
    email: emailAddress,
    profileUrl: httpsUrl.optional().meta({
      description: 'The public page of the person, such as a profile in a social network.',
    }),
    message: displayText(1000).optional().meta({ description: 'The message of the person to the brand.' }),
    language: mailLanguage.optional().meta({
      description: 'The language of the e-mails to the person, also later as a creator. Defaults to English.',
    }),
    website: z.string().max(200).optional().meta({
      description: 'People do not see this field, so an application with a text in it is dropped.',
    }),
  })
  .meta({ id: 'ApplicationInput', description: 'A person who wants to become a creator.' });
export type ApplicationInput = z.output<typeof applicationInput>;
