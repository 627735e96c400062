// The German texts of the sign-in.
import type { signIn as english } from '../en/sign-in.ts';

export const signIn: typeof english = {
  title: 'Anmelden',
  name: 'Creator-Programm',
  ended: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich neu an.',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  submit: 'Anmelden',
  forgot: 'Passwort vergessen?',
  codeTitle: 'Bestätigen Sie, dass Sie es sind',
  code: 'Code Ihrer Authenticator-App',
  codeHint: 'Sechs Ziffern. Ohne Ihr Telefon geben Sie einen Wiederherstellungscode ein.',
  startAgain: 'Von vorn beginnen',
  checkTitle: 'Einen Moment',
  checkHint:
    'Es gab viele fehlgeschlagene Anmeldungen. Ihr Browser löst eine kleine Aufgabe, damit keine Roboter eindringen.',
  checkWait: (minutes) => `Ohne JavaScript warten Sie bitte ${minutes} Minuten, und melden sich dann neu an.`,
  expired: 'Die Anmeldung hat zu lange gedauert. Bitte geben Sie Ihr Passwort noch einmal ein.',
  forgotTitle: 'Passwort vergessen?',
  forgotHint: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  forgotSubmit: 'Link senden',
  sent: 'Wenn die Adresse ein Konto hat, ist eine E-Mail mit einem Link unterwegs. Der Link gilt 30 Minuten.',
  back: 'Zurück zur Anmeldung',
  out: 'Abmelden',
  done: { out: 'Sie haben sich abgemeldet.' },
};
