// Defines the schemas of users and of their passwords, as the API shows and changes them.
import * as z from 'zod';
import { email, newPassword, solvedChallengeInput, userStatus } from '#lib/auth/schema.ts';
import { listQuerySchema } from '#lib/contract/paging.ts';
import { role } from '#lib/contract/role.ts';
import { instant } from '#lib/shared/date-schemas.ts';
import { nameInput } from '#lib/shared/display-text.ts';
import { idSchema } from '#lib/shared/ids.ts';

/** Bounds the cost of the checks that read all users of a brand. */
export const maxUsers = 200;

export const userInput = z.lazy(() =>
  z
    .strictObject({
      email: email.meta({
        description: 'The address that receives the invitation. Unique in the whole service.',
      }),
      role,
      name: nameInput.optional().meta({ description: 'The name of the person.' }),
    })
    .meta({ id: 'UserInput', description: 'A user to invite.' }),
);
export type UserInput = z.output<typeof userInput>;

export const userChanges = z.lazy(() =>
  z
    .strictObject({
      role: role.optional(),
      name: nameInput.optional().meta({ description: 'The name of the person.' }),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'Send at least one of `role` and `name`')
    .meta({ id: 'UserChanges', description: 'The fields of a user to change.', minProperties: 1 }),
);

export const userFilters = listQuerySchema({});

export const userAnswer = z.lazy(() =>
  z
    .object({
      id: idSchema('user'),
      email: z.string().meta({ description: 'The e-mail address, with which the user logs in.' }),
      name: z.string().meta({ description: 'The name of the person. Empty if no name was given.' }),
      role,
      status: userStatus,
      createdAt: instant,
    })
    .meta({ id: 'BrandUser', description: 'A user of the brand.' }),
);

export const meAnswer = z.lazy(() =>
  userAnswer
    .unwrap()
    .extend({
      brand: z
        .object({
          id: idSchema('brand'),
          name: z.string().meta({ description: 'The name of the brand.' }),
        })
        .meta({ description: 'The brand of the user.' }),
    })
    .meta({ id: 'Me', description: 'The caller.' }),
);

const oneTimeToken = z.lazy(() =>
  z
    .string()
    .min(1)
    .max(200)
    .meta({ description: 'The token of the link in the e-mail: the part after `=`. It works once.' }),
);

export const tokenAndPassword = z.lazy(() =>
  z.strictObject({
    token: oneTimeToken,
    password: newPassword.meta({ description: 'The new password, of at least 12 characters.' }),
  }),
);
export type TokenAndPassword = z.output<typeof tokenAndPassword>;

export const forgotPasswordInput = z.lazy(() =>
  z.strictObject({
    email: z.string().min(1).max(254).meta({ description: 'The e-mail address of the account.' }),
  }),
);

export const passwordChange = z.lazy(() =>
  z.strictObject({
    currentPassword: z.string().min(1).max(1024).meta({ description: 'The current password of the user.' }),
    newPassword: newPassword.meta({ description: 'The new password, of at least 12 characters.' }),
    challenge: solvedChallengeInput,
  }),
);
export type PasswordChange = z.output<typeof passwordChange>;
