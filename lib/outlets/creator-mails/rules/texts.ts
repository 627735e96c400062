// Finds the texts of e-mails to creators. Each language has a catalogue in `texts/`.
import type { MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import type { MailTexts } from './text-types.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';

export const mailTexts: Readonly<Record<MailLanguage, MailTexts>> = { en, de };
