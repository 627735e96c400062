// Passwords that commands set: the operator's choice, or a generated one that is shown this once.
import { generatePassword } from '#lib/auth/rules/passwords.ts';

export interface ChosenPassword {
  readonly password: string;
  /** What is shown of it: nothing where the operator knows it already. */
  readonly shown: { readonly password?: string };
  readonly facts: readonly (readonly [string, string])[];
}

export function choosePassword(given: string | undefined): ChosenPassword {
  if (given !== undefined) return { password: given, shown: {}, facts: [] };
  const password = generatePassword();
  return {
    password,
    shown: { password },
    facts: [
      ['password', password],
      ['', '(shown this once: only its hash is stored)'],
    ],
  };
}
