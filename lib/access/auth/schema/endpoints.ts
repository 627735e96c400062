// Defines the input and the responses of the login.
import * as z from 'zod';
import { solvedChallengeInput } from '#lib/access/auth/schema/challenge.ts';
import { secondFactorProof } from '#lib/access/auth/schema/second-factor.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

/** NIST SP 800-63B requires a minimum length and advises against composition rules. */
export const newPassword = z.string().min(12, 'Must have at least 12 characters').max(1024);

const loginEmail = z.string().meta({ description: 'The e-mail address of the user.' });

export const credentialsInput = z
  .strictObject({
    email: loginEmail.min(1).max(254),
    password: z.string().min(1).max(1024).meta({ description: 'The password of the user.' }),
    ...secondFactorProof(),
    challenge: solvedChallengeInput,
  })
  .meta({ id: 'Credentials', description: 'The credentials of a user.' });
export type CredentialsInput = z.output<typeof credentialsInput>;

export const logoutInput = z
  .strictObject({
    all: z.boolean().optional().meta({ description: '`true` ends all sessions of the user.' }),
  })
  .optional()
  .meta({ id: 'LogoutInput', description: 'Says which sessions end.' });

export const user = z
  .object({ id: idSchema('user'), email: loginEmail, brandId: idSchema('brand') })
  .meta({ id: 'User', description: 'A user of the brand.' });

export const accessToken = z
  .string()
  .meta({ description: 'A JWT, valid for 24 hours. A server-side secret: never send it to a browser.' });

export const loginAnswer = z
  .object({ accessToken, user })
  .meta({ id: 'Login', description: 'A new session.' });

export const refreshAnswer = z
  .object({ accessToken })
  .meta({ id: 'Refresh', description: 'The new token of a session.' });
