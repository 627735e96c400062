// The German texts of the frame of the console.
import type { frame as english } from '../en/frame.ts';

export const frame: typeof english = {
  overview: 'Überblick',
  commissions: 'Provisionen',
  payouts: 'Auszahlungen',
  admin: 'Admin',
  member: 'Mitglied',
  toTest: 'Testmodus',
  toLive: 'Zurück zu den echten Daten',
  testBanner: 'Testmodus: Nichts hiervon ist echt.',
  testTime: (time) => `Die Testuhr zeigt ${time}.`,
  advance: 'Uhr vorstellen',
  advanceTitle: 'Testuhr',
  advanceHint:
    'Die Uhr geht nur vorwärts. Wartefristen enden, und Provisionen werden fällig, wie es in Wirklichkeit wäre.',
  advanceBy: 'Um',
  steps: { P1D: '1 Tag', P7D: '7 Tage', P31D: '31 Tage', P365D: '365 Tage' },
  done: { moved: 'Die Testuhr wurde vorgestellt.' },
};
