import * as z from 'zod';
import { newPassword } from '#lib/access/auth/schema/endpoints.ts';
import { planName, subscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { role } from '#lib/foundation/contract/role.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { option } from './command.ts';

const inLowerCase = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), schema);

export const inUpperCase = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), schema);

const brandId = idSchema('brand');

export const brandOption = option(
  z
    .string()
    .refine((text) => brandId.safeParse(text).success, 'Must be the id of a brand (brd_…, see brand list)'),
  'id',
  'Id of the brand (see brand list)',
);

export const emailOption = option(emailAddress, 'address', 'E-mail address of the user');

export const planOption = option(
  inLowerCase(planName),
  planName.options.join('|'),
  'Plan; starter has no API access',
);

export const statusOption = option(
  inLowerCase(subscriptionStatus),
  subscriptionStatus.options.join('|'),
  'Subscription status; canceled has the limits of the starter plan',
);

export const roleOption = option(
  inLowerCase(role),
  role.options.join('|'),
  'Role; an admin writes everything, a member only campaigns and creators',
);

export const passwordOption = option(
  newPassword.optional(),
  'text',
  'Password of at least 12 characters; if omitted, one is generated and printed once',
);
