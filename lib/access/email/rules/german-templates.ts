// The German e-mails with which creators sign in and apply.
import type { EmailKind } from '#lib/access/email/schema.ts';
import type { Template } from './template.ts';

export const germanTemplates: Readonly<Partial<Record<EmailKind, Template>>> = {
  creatorSignIn: {
    title: (brand) => `Anmeldung bei ${brand}`,
    button: 'Anmelden',
    lines: (brand) => [
      `Jemand möchte sich mit dieser Adresse im Creator-Programm von ${brand} anmelden.`,
      'Der Link gilt einmal, innerhalb von 15 Minuten. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.',
    ],
  },
  creatorApplication: {
    title: (brand) => `Bestätigen Sie Ihre Bewerbung bei ${brand}`,
    button: 'Bewerbung bestätigen',
    lines: (brand) => [
      `Jemand hat sich mit dieser Adresse für das Creator-Programm von ${brand} beworben.`,
      'Der Link gilt einmal, innerhalb von 24 Stunden. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Danach ist nichts über Sie gespeichert.',
    ],
  },
};

export const germanFrame = {
  language: 'de',
  openAddress: 'Wenn der Knopf nicht funktioniert, öffnen Sie diese Adresse:',
  footer: (to: string) => `Diese E-Mail wurde an ${to} gesendet.`,
};
