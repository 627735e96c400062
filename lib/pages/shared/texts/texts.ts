// Selects the texts of a language. Both languages have the same type, so none can lack a text.
import { de } from './de.ts';
import { en } from './en.ts';

export type Texts = typeof en;

const all = { en, de } satisfies Record<string, Texts>;

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

export const textsOf = (language: Language): Texts => all[language];
export const languageOf = (name: string): Language => (name === 'de' ? 'de' : 'en');
