// Defines the inputs and answers of passwords, one-time links and second factors.
import * as z from 'zod';
import { solvedChallengeInput } from '#lib/access/auth/schema/challenge.ts';
import { newPassword } from '#lib/access/auth/schema/endpoints.ts';
import { secondFactorProof, totpCode } from '#lib/access/auth/schema/second-factor.ts';

const currentPassword = z
  .string()
  .min(1)
  .max(1024)
  .meta({ description: 'The current password of the user.' });

const oneTimeToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'The token of the link in the e-mail: the part after `=`. It works once.' });

export const tokenAndPassword = z
  .strictObject({
    token: oneTimeToken,
    password: newPassword.meta({ description: 'The new password, of at least 12 characters.' }),
  })
  .meta({ id: 'TokenAndPassword', description: 'A one-time token and a new password.' });
export type TokenAndPassword = z.output<typeof tokenAndPassword>;

export const forgotPasswordInput = z
  .strictObject({
    email: z.string().min(1).max(254).meta({ description: 'The e-mail address of the account.' }),
  })
  .meta({ id: 'ForgotPasswordInput', description: 'The account whose password was forgotten.' });

export const passwordChange = z
  .strictObject({
    currentPassword,
    newPassword: newPassword.meta({ description: 'The new password, of at least 12 characters.' }),
    challenge: solvedChallengeInput,
  })
  .meta({ id: 'PasswordChange', description: 'The current and the new password.' });

export const passwordProof = z
  .strictObject({ currentPassword, challenge: solvedChallengeInput })
  .meta({ id: 'PasswordProof', description: 'The current password.' });

export const passwordAndFactorProof = z
  .strictObject({ currentPassword, ...secondFactorProof(), challenge: solvedChallengeInput })
  .meta({
    id: 'PasswordAndFactorProof',
    description: 'The current password and a code of the second factor.',
  });

export const secondFactorAnswer = z
  .object({
    secret: z.string().meta({ description: 'The secret in base32, for apps that cannot scan `uri`.' }),
    uri: z.string().meta({ description: 'An `otpauth://` URI. Show it as a QR code.' }),
  })
  .meta({ id: 'SecondFactorSetup', description: 'A second factor that is not confirmed yet.' });

export const secondFactorConfirmation = z
  .strictObject({
    code: totpCode.meta({ description: 'The current code of the authenticator app for the new secret.' }),
  })
  .meta({ id: 'SecondFactorConfirmation', description: 'A code of the new secret.' });

export const recoveryCodesAnswer = z
  .object({
    recoveryCodes: z.array(z.string()).meta({
      description: 'Ten codes, each of which replaces a code of the app once. They are shown only now.',
    }),
  })
  .meta({ id: 'RecoveryCodes', description: 'The recovery codes of a second factor.' });
