// Options that several commands share.
import * as z from 'zod';
import { email, newPassword, role } from '#lib/auth/schema.ts';
import { planName, subscriptionStatus } from '#lib/billing/rules/plans.ts';
import { idOf } from '#lib/shared/ids.ts';
import { described } from './command.ts';

/** People write Growth and eur as well as growth and EUR. */
const inLowerCase = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (typeof given === 'string' ? given.toLowerCase() : given), schema);
export const inUpperCase = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (typeof given === 'string' ? given.toUpperCase() : given), schema);

const brandId = idOf('brand');

export const brandOption = described(
  z
    .string()
    .refine((text) => brandId.safeParse(text).success, 'Must be the id of a brand (brd_…), see brand list'),
  'ID',
  'The brand, by its id (see brand list)',
);

export const emailOption = described(email, 'ADDRESS', 'The user’s e-mail address');

export const planOption = described(
  inLowerCase(planName),
  planName.options.join('|'),
  'The plan; starter has no API access',
);

export const statusOption = described(
  inLowerCase(subscriptionStatus),
  subscriptionStatus.options.join('|'),
  'The subscription’s status; canceled is treated as starter',
);

export const roleOption = described(
  inLowerCase(role),
  role.options.join('|'),
  'admin: write everything; member: write campaigns and creators',
);

export const passwordOption = described(
  newPassword.optional(),
  'TEXT',
  'At least 12 characters; left out, one is generated and shown once',
);
