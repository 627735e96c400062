// Defines the slug of a brand, and the settings of its portal for creators.
import * as z from 'zod';
import { isReserved } from '#lib/access/brands/rules/slugs.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { httpsUrl } from '#lib/foundation/shared/urls.ts';

export const brandSlug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/,
    'Must be 3 to 40 lower-case letters, digits or `-`, with a letter or digit at both ends',
  )
  .refine((slug) => !isReserved(slug), 'Belongs to the service, send another one');

const applications = z.enum(['closed', 'review', 'autoAccept']).meta({
  description:
    'Whether people can apply to become creators. `closed`: no. `review`: the brand decides about each. `autoAccept`: they become `active` ' +
    'at once, while the plan has room.',
});

const fields = {
  enabled: z.boolean().meta({
    description: '`false` if creators cannot sign in. It ends their sessions.',
  }),
  applications,
  creatorLinks: z.boolean().meta({
    description: '`false` if only the brand creates, changes and deletes links.',
  }),
  color: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, 'Must be a colour such as #1d4ed8')
    .nullable()
    .meta({
      description: 'The colour of the pages of the portal. Null for the usual one.',
      example: '#1d4ed8',
    }),
  supportEmail: emailAddress.nullable().meta({
    description:
      'The address for questions of creators, which the portal shows. It also receives answers to e-mails without a `replyTo`. Null for none.',
    example: 'partners@acme.test',
  }),
  termsUrl: httpsUrl.nullable().meta({
    description: 'The conditions of the program, which people see before they apply. Null for none.',
    example: 'https://acme.test/program-terms',
  }),
  privacyUrl: httpsUrl.nullable().meta({
    description: 'The privacy notice, which people see before they apply. Null for none.',
    example: 'https://acme.test/privacy',
  }),
};

const logoUrl = z.string().nullable().meta({
  description:
    'The address of the logo, which everybody can read. A new logo has a new address. Null for none.',
  example: 'https://api.acme.test/creators/acme/logo/Zk3v9XqPLmB1tY7c',
});

export const portalSettings = z
  .object({ ...fields, logoUrl })
  .meta({ id: 'PortalSettings', description: 'The portal for the creators of the brand.' });
/** `logo` is the hash of the logo. Absent for none. */
export type PortalSettings = Omit<z.output<typeof portalSettings>, 'logoUrl'> & { readonly logo?: string };

export const portalChanges = z
  .strictObject(fields)
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({ id: 'PortalChanges', description: 'The settings of the portal to change.', minProperties: 1 });
