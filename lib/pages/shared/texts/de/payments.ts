// The German texts of the files that pay creators, of the results of payments, and of payment details.
import type * as english from '../en/payments.ts';

export const files: typeof english.files = {
  title: 'Datei herunterladen',
  intro:
    'Jeder Creator ist in der Datei seiner Zahlungsdaten. Laden Sie diese bei Ihrer Bank, bei PayPal oder bei Wise hoch.',
  file: 'Datei',
  names: {
    general: 'Alle Creator (CSV)',
    sepa: 'Überweisung (SEPA-XML)',
    paypal: 'PayPal (CSV)',
    wise: 'Wise (CSV)',
  },
  who: {
    general: 'Alle Creator mit Zahlungsdaten, um sie von Hand zu bezahlen.',
    sepa: 'Creator mit einer IBAN, für das Online-Banking Ihrer Bank.',
    paypal: 'Creator mit einem Konto bei PayPal, für dessen Sammelzahlungen.',
    wise: 'Creator mit einem Konto bei Wise, für dessen Sammelzahlungen.',
  },
  inFile: 'In der Datei',
  notInFile: 'Nicht in der Datei',
  download: 'Herunterladen',
  unavailable: {
    payout_account_missing: 'Das Konto Ihrer Marke fehlt.',
    payout_currency_unsupported: 'Eine SEPA-Datei kann nur Euro enthalten.',
    payout_file_empty: 'Keine offene Zahlung gehört in diese Datei.',
  },
  enterAccount: 'Konto eingeben',
  missing: 'Creator, die in keiner Datei sind',
  missingHint:
    'Bitten Sie sie um ihre Zahlungsdaten, oder geben Sie diese auf der Seite des Creators selbst ein. Wer wartet, ist in der nächsten Auszahlung.',
  reasons: {
    noDetails: 'Zahlungsdaten fehlen',
    held: 'Neue Zahlungsdaten gelten 48 Stunden nach der Änderung',
  },
  firstMissing: 'Die Liste zeigt die ersten 100 Zahlungen, die in keiner Datei sind.',
};

export const results: typeof english.results = {
  title: 'Oder das Ergebnis der Zahlungen hochladen',
  hint: 'Ihre Bank, PayPal oder Wise bietet eine CSV-Datei an, die sagt, welche Zahlungen gelungen und welche fehlgeschlagen sind.',
  format: 'Die Datei stammt von',
  formats: { sepa: 'Der Bank', paypal: 'PayPal', wise: 'Wise', general: 'Einer anderen Quelle' },
  file: 'Ergebnisdatei',
  limits:
    'CSV mit Kopfzeile, höchstens 200 KB und 10.000 Zeilen. Nötige Spalten: „endToEndId“ oder „affiliateId“ wie in der heruntergeladenen Datei (oder eine Referenz der Bank, von PayPal oder Wise) und „status“ mit „paid“ oder „failed“. Die Spalte „reason“ ist optional.',
  upload: 'Hochladen',
  choose: 'Wählen Sie eine Datei.',
  tooLarge: 'Die Datei ist größer als 200 KB. Laden Sie sie in Teilen hoch.',
  outcome: 'Ergebnis des Hochladens',
  nothing: 'Die Datei hat nichts geändert.',
  changed: 'Die Zahlungen sind markiert.',
  rows: 'Zeilen der Datei',
  paid: 'Als bezahlt markiert',
  failed: 'Als fehlgeschlagen markiert',
  unchanged: 'Schon vorher markiert',
  problems: 'Zeilen mit einem Fehler',
  remaining: (count) =>
    `Für ${count} Zahlungen war die Zeit zu kurz. Laden Sie dieselbe Datei noch einmal hoch: Nichts geschieht doppelt.`,
  firstProblems: 'Die Liste zeigt die ersten 100 Zeilen mit einem Fehler.',
  row: 'Zeile',
  id: 'Zahlung',
  problem: 'Fehler',
  kinds: {
    unknownCreator: 'Diese Auszahlung hat keine solche Zahlung.',
    unknownStatus:
      'Der Status sagt weder, dass bezahlt wurde, noch, dass die Zahlung fehlschlug. Laden Sie die Datei später noch einmal hoch.',
    contradiction: 'Eine andere Zeile sagt das Gegenteil.',
    failedBefore:
      'Die Zahlung ist als fehlgeschlagen markiert und bleibt es. Die nächste Auszahlung enthält sie.',
  },
  back: 'Zurück zur Auszahlung',
};

export const details: typeof english.details = {
  title: 'Zahlungsdaten',
  none: 'Es gibt keine Zahlungsdaten. Dateien für Zahlungen enthalten diesen Creator nicht.',
  type: 'Bezahlt mit',
  types: { sepa: 'Überweisung (SEPA)', paypal: 'PayPal', wise: 'Wise', other: 'Auf andere Weise' },
  fields: {
    name: 'Kontoinhaber',
    iban: 'IBAN',
    email: 'E-Mail-Adresse des Kontos',
    text: 'Wie der Creator bezahlt wird',
  },
  wiseHint: 'Geben Sie entweder die E-Mail-Adresse oder die IBAN ein.',
  held: (time) => `Noch nicht gültig: Dateien verwenden die neuen Daten ab ${time}.`,
  former: 'Bis dahin gültig',
  noFormer: 'Bis dahin enthalten Dateien den Creator nicht.',
  tax: 'Steuer',
  country: 'Land des steuerlichen Wohnsitzes (nur mit der Nummer darunter)',
  taxId: 'Steuernummer (nur mit dem Land)',
  taxNow: (tax) => `Jetzt: ${tax}. Lassen Sie beide Felder leer, um sie zu behalten.`,
  changed: 'Letzte Änderung',
  by: (time, who) => `${time}, ${who}`,
  change: 'Zahlungsdaten ändern',
  enter: 'Zahlungsdaten eingeben',
  hold: 'Der Creator bekommt eine E-Mail über jede Änderung. Dateien verwenden geänderte Daten 48 Stunden später, die ersten sofort.',
  masked:
    'Die jetzigen Daten sind maskiert. Geben Sie die neuen daher vollständig ein. Um nur die Steuerdaten zu ändern, geben Sie dasselbe Konto noch einmal ein: Es gilt ohne neue Wartezeit.',
  delete: 'Zahlungsdaten löschen',
  deleteQuestion: 'Die Zahlungsdaten und die Steuerdaten dieses Creators löschen?',
  done: { detailsDeleted: 'Die Zahlungsdaten sind gelöscht.' },
};

export const payments: typeof english.payments = {
  title: 'Zahlungen',
  year: 'Jahr',
  none: 'In diesem Jahr wurde niemand bezahlt.',
  paid: 'Bezahlt',
  count: 'Zahlungen',
  country: 'Land',
  taxId: 'Steuernummer',
  hint: 'Die Summen, die Creator erhalten haben, für Ihre Steuererklärungen. Fehlgeschlagene und zurückgenommene Zahlungen zählen nicht.',
};
