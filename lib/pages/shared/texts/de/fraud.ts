// The German texts of fraud findings and of the rules.
import type * as english from '../en/fraud.ts';

export const fraud: typeof english.fraud = {
  title: 'Betrug',
  one: 'Betrugsverdacht',
  intro:
    'Diese Bestellungen und Creator entsprechen Ihren Betrugsregeln. Entscheiden Sie über jeden offenen Fall.',
  none: 'Nichts hat eine Betrugsregel erfüllt. Geprüft werden nur Regeln, die ein Admin eingeschaltet hat: siehe „Regeln“.',
  created: 'Gefunden',
  creator: 'Creator',
  rule: 'Regel und Folge',
  evidenceTitle: 'Beleg',
  status: 'Status',
  commission: 'Provision',
  decidedAt: 'Entschieden',
  note: 'Notiz',
  noteHint: 'Warum Sie so entscheiden. Creator sehen sie nicht.',
  decide: 'Entscheiden',
  decideHint:
    '„Kein Betrug“ gibt frei, was die Regel zurückhält oder abgelehnt hat. „Betrug“ lehnt die Provision ab; geht es um einen Creator, warten die zurückgehaltenen auf Ihre Entscheidung.',
  dismiss: 'Kein Betrug',
  confirm: 'Betrug',
  dismissSelected: 'Kein Betrug: die ausgewählten',
  confirmSelected: 'Betrug: die ausgewählten',
  confirmQuestion: '„Betrug“ lehnt die Provisionen endgültig ab. Fortfahren?',
  selectFirst: 'Wählen Sie mindestens einen Fall aus.',
  failed: 'Über diesen Fall wurde nicht entschieden',
  toList: 'Alle Fälle dieses Creators',
  toAll: 'Alle Fälle',
  toRules: 'Regeln',
  rules: {
    selfReferral: [
      'Eigene Bestellungen',
      'Der Kunde hat das Postfach des Creators, oder die Kundennummer ist die externe Nummer des Creators.',
    ],
    beatenClick: [
      'Code schlägt einen Klick',
      'Ein Rabattcode gewinnt die Bestellung, obwohl der Klick zu einem anderen Creator gehört.',
    ],
    paidSearch: [
      'Bezahlte Suche',
      'Der Klick, der gewonnen hat, kam von einer Anzeige in einer Suchmaschine.',
    ],
    severalAccounts: [
      'Mehrere Konten',
      'Ein Creator hat das Postfach eines anderen Creators, etwa ada+2@gmail.com.',
    ],
    paymentDetails: [
      'Gleiches Zahlungskonto',
      'Ein Creator wird auf die IBAN, das PayPal- oder das Wise-Konto eines anderen Creators bezahlt.',
    ],
    couponLeak: [
      'Verbreiteter Code',
      'Viele verschiedene Kunden haben einen Code in 7 Tagen ohne Klick seines Creators benutzt, etwa von einer Gutscheinseite.',
    ],
    refundRate: [
      'Viele Erstattungen',
      'Viele Bestellungen eines Creators in den letzten 30 Tagen wurden erstattet oder storniert.',
    ],
    velocity: ['Viele Bestellungen auf einmal', 'Ein Creator hatte viele Bestellungen in einer Stunde.'],
  },
  evidence: {
    mailbox: 'Der Kunde der Bestellung {order} hat das Postfach von {creator}.',
    externalId: 'Die Kundennummer der Bestellung {order} ist die externe Nummer von {creator}.',
    click:
      'Ein Code von {creator} hat die Bestellung {order} gewonnen, obwohl der Klick {click} von einem Link von {other} kam.',
    paidSearch:
      'Der Klick {click} von {creator}, der die Bestellung {order} gewonnen hat, kam aus bezahlter Suche.',
    severalAccounts: '{creator} hat dasselbe Postfach wie {other}.',
    paymentDetails: '{creator} wird auf dasselbe Konto bezahlt wie {other}.',
    couponLeak:
      '{count} verschiedene Kunden haben den Code {code} in 7 Tagen ohne Klick von {creator} benutzt.',
    refundRate:
      '{count} von {total} Bestellungen von {creator} in den letzten 30 Tagen wurden erstattet oder storniert.',
    velocity: '{creator} hatte mindestens {count} Bestellungen in einer Stunde.',
  },
  statuses: { open: 'Offen', dismissed: 'Kein Betrug', confirmed: 'Betrug' },
  actions: { notify: 'nur melden', hold: 'zurückhalten', reject: 'ablehnen' },
  rulesTitle: 'Betrugsregeln',
  rulesIntro:
    'Ein Treffer erscheint auf der Seite „Betrug“. Wählen Sie für jede Regel, was außerdem geschieht.',
  choices: {
    '': 'Aus',
    notify: 'Nur melden',
    hold: 'Melden und die Provision zurückhalten',
    reject: 'Melden und die Provision ablehnen',
  },
  creatorChoices: {
    '': 'Aus',
    notify: 'Nur melden',
    hold: 'Melden und weitere Provisionen des Creators zurückhalten',
  },
  limits: { orders: 'Bestellungen', percent: 'Prozent erstattet' },
  limitHint: (rule) => `Für die Regel „${rule}“.`,
  heldCommissions: 'Provisionen dieses Creators zur Prüfung',
  creatorHint:
    'Beide Entscheidungen beenden das Zurückhalten weiterer Provisionen. Schon zurückgehaltene Provisionen warten auf der Seite der zu prüfenden Provisionen auf Sie.',
  done: {
    fraudDismissed: 'Die Entscheidung ist gespeichert: kein Betrug.',
    fraudConfirmed: 'Die Entscheidung ist gespeichert: Betrug.',
  },
};
