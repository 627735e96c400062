// Defines the schemas of users as the API shows and changes them.
import * as z from 'zod';
import { userStatus } from '#lib/access/users/schema/stored.ts';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { role } from '#lib/foundation/contract/role.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { nameInput } from '#lib/foundation/shared/display-text.ts';
import { emailAddress } from '#lib/foundation/shared/email-schema.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

/** Bounds the cost of the checks that read all users of a brand. */
export const maxUsers = 200;

export const userInput = z
  .strictObject({
    email: emailAddress.meta({
      description: 'The address that receives the invitation. Unique in the brand.',
    }),
    role,
    name: nameInput.optional().meta({ description: 'The name of the person.' }),
  })
  .meta({ id: 'UserInput', description: 'A user to invite.' });
export type UserInput = z.output<typeof userInput>;

export const userChanges = z
  .strictObject({
    role: role.optional(),
    name: nameInput.optional().meta({ description: 'The name of the person.' }),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one of `role` and `name`')
  .meta({ id: 'UserChanges', description: 'The fields of a user to change.', minProperties: 1 });

export const userFilters = listQuerySchema({});

export const userAnswer = z
  .object({
    id: idSchema('user'),
    email: z.string().meta({ description: 'The e-mail address, with which the user logs in.' }),
    name: z.string().meta({ description: 'The name of the person. Empty if no name was given.' }),
    role,
    status: userStatus,
    hasSecondFactor: z.boolean().meta({ description: 'Whether logins need a code of an authenticator app.' }),
    createdAt: instant,
  })
  .meta({ id: 'BrandUser', description: 'A user of the brand.' });

export const meAnswer = userAnswer
  .extend({
    brand: z
      .object({
        id: idSchema('brand'),
        name: z.string().meta({ description: 'The name of the brand.' }),
      })
      .meta({ description: 'The brand of the user.' }),
  })
  .meta({ id: 'Me', description: 'The caller.' });
