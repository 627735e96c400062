// Selects the texts that only the portal has.
import * as de from '#lib/pages/shared/texts/de-portal.ts';
import * as en from '#lib/pages/shared/texts/en-portal.ts';
import type { Language } from '#lib/pages/shared/texts/texts.ts';

const all = { en, de } satisfies Record<Language, typeof en>;

export const portalTextsOf = (language: Language): typeof en => all[language];
