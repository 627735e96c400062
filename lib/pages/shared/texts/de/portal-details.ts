// The German texts of the payment details of a creator.
import type { portalDetails as english } from '../en/portal-details.ts';

export const portalDetails: typeof english = {
  title: 'Zahlungsdaten',
  lead: 'Auf dieses Konto zahlt die Marke. Zu Ihrer Sicherheit wird seine Nummer nie vollständig gezeigt.',
  none: 'Es sind noch keine Zahlungsdaten gespeichert. Ergänzen Sie sie unten, damit die Marke Sie bezahlen kann.',
  account: 'Konto',
  former: 'Bis dahin verwendet',
  heldUntil: (time) => `Zu Ihrer Sicherheit gelten Ihre neuen Daten erst ab ${time}.`,
  untilThenFormer: 'Bis dahin zahlt die Marke auf das bisherige Konto.',
  untilThenNothing: 'Bis dahin kann die Marke Sie nicht bezahlen.',
  notYou: 'Wenn Sie nichts geändert haben, sagen Sie es der Marke sofort.',
  way: 'So werden Sie bezahlt',
  types: { sepa: 'Überweisung (Euro)', paypal: 'PayPal', wise: 'Wise', other: 'Auf andere Weise' },
  add: 'Zahlungsdaten hinzufügen',
  change: 'Zahlungsdaten ändern',
  fields: {
    name: 'Kontoinhaber',
    iban: 'IBAN',
    email: 'E-Mail-Adresse des Kontos',
    text: 'Wie kann die Marke Sie bezahlen?',
  },
  hints: {
    'sepa.iban': 'In Euro, an eine Bank in Europa. Leerzeichen stören nicht.',
    'wise.email': 'Geben Sie entweder diese Adresse oder die IBAN an.',
    'other.text': 'Zum Beispiel Bank, Kontonummer und SWIFT-Code.',
  },
  tax: 'Steuerdaten',
  taxLead:
    'Die Marke braucht sie für ihre Buchhaltung. Sie können sie auch später ergänzen: Lassen Sie beide Felder leer.',
  taxStays: 'Lassen Sie beide Felder leer, dann bleiben die bisherigen Daten.',
  taxAlone:
    'Um nur die Steuerdaten zu ändern, geben Sie dasselbe Konto noch einmal ein: Es gilt ohne neue Wartezeit.',
  country: 'Land Ihrer Steuerpflicht (nur mit der Nummer darunter)',
  taxId: 'Steuernummer (nur mit dem Land)',
  taxIdHint: 'Für ein Unternehmen die USt-IdNr. mit Präfix, zum Beispiel DE136695976.',
  removeTax: 'Die bisherigen Steuerdaten entfernen',
  holdLead:
    'Neue Daten gelten 48 Stunden nach dem Speichern. Über jede Änderung informieren wir Sie per E-Mail.',
  save: 'Zahlungsdaten speichern',
  missing: 'Geben Sie Ihre Zahlungsdaten an, damit die Marke Sie bezahlen kann.',
  firstPending: (time) =>
    `Ihre Zahlungsdaten sind gespeichert und gelten ab ${time}. Bis dahin kann die Marke Sie nicht bezahlen.`,
  pending: (time) =>
    `Ihre Zahlungsdaten ändern sich am ${time}. Wenn Sie nichts geändert haben, sagen Sie es der Marke sofort.`,
  done: { details: 'Ihre Zahlungsdaten sind gespeichert.' },
};
