// The German texts of exchange rates.
import type * as english from '../en/exchange-rates.ts';

export const exchangeRates: typeof english.exchangeRates = {
  title: 'Wechselkurse',
  intro: (own) =>
    `Eine Bestellung in einer anderen Währung zählt in ${own}, mit dem Kurs ihres Tages oder des nächsten der 7 Tage davor. Erfasste Bestellungen behalten ihren Kurs.`,
  currency: 'Währung der Bestellungen',
  show: 'Anzeigen',
  none: (code) =>
    `Kein Kurs ist gespeichert. Der Dienst lehnt Bestellungen in ${code} ab, die selbst keinen Kurs nennen.`,
  day: 'Tag',
  rate: (code, own) => `${own} für 1 ${code}`,
  hint: 'Zum Beispiel 0,92. Ein Kurs, der für den Tag gespeichert ist, wird ersetzt.',
  rateOfOne: (own) => `${own} für eine Einheit dieser Währung`,
  set: 'Kurs setzen',
  done: { rateSet: 'Der Kurs ist gespeichert.' },
};
