// The German texts of reasons of commissions.
import type { en } from '#lib/pages/shared/texts/en.ts';

export const reasons: typeof en.reasons = {
  order: (id) => `Bestellung ${id}`,
  percentOf: (rate, amount) => `${rate} von ${amount}`,
  byRate: (rate, source) => `${rate}, nach ${source}`,
  reduced: (before) => `Vorher ${before}: Ein Teil der Bestellung wurde erstattet oder entfernt`,
  severalParts: 'Die Produkte der Bestellung haben verschiedene Sätze',
  capped: 'Gekürzt durch den Höchstbetrag',
  held: (why) => `Wartet auf eine Prüfung: ${why}`,
  sources: {
    override: 'dem eigenen Satz des Creators',
    campaign: 'dem Satz der Kampagne',
    brand: 'dem Satz der Marke',
    creatorTerms: 'den eigenen Konditionen des Creators',
    groupTerms: 'den Konditionen der Gruppe',
    campaignTerms: 'den Konditionen der Kampagne',
    brandTerms: 'den Konditionen der Marke',
  },
};
