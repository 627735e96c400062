import { generatePassword } from '#lib/access/auth/rules/passwords.ts';

interface ChosenPassword {
  readonly password: string;
  readonly shown: { readonly password?: string };
  readonly facts: readonly (readonly [string, string])[];
}

export function choosePassword(password: string | undefined): ChosenPassword {
  if (password !== undefined) return { password, shown: {}, facts: [] };
  const generated = generatePassword();
  return {
    password: generated,
    shown: { password: generated },
    facts: [
      ['password', generated],
      ['', '(shown only once: the service stores a hash)'],
    ],
  };
}
