// Selects the texts that only the console has.
import * as de from '#lib/pages/shared/texts/de-console.ts';
import * as en from '#lib/pages/shared/texts/en-console.ts';
import type { Language } from '#lib/pages/shared/texts/texts.ts';

const all = { en, de } satisfies Record<Language, typeof en>;

export const consoleTextsOf = (language: Language): typeof en => all[language];
