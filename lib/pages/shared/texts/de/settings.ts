// The German texts of the settings of the brand and its terms.
import type {
  brand as englishBrand,
  settings as englishSettings,
  terms as englishTerms,
} from '../en/settings.ts';

export const settings: typeof englishSettings = {
  title: 'Einstellungen',
  tabs: {
    '': 'Marke',
    terms: 'Konditionen',
    users: 'Benutzer',
    own: 'Ihre Anmeldung',
    'api-keys': 'API-Schlüssel',
    webhooks: 'Webhooks',
    exports: 'Exporte',
    audit: 'Protokoll',
  },
  onlyRealData:
    'Diese Einstellungen gibt es nicht im Testmodus. Gehen Sie zurück zu den echten Daten, um sie zu sehen und zu ändern.',
  secret: 'Wird nur einmal angezeigt',
};

const yesNo = { true: 'Ja', false: 'Nein' };

export const brand: typeof englishBrand = {
  subjects: {
    brand: 'Marke',
    links: 'Tracking-Links',
    commission: 'Provision',
    attribution: 'Zuordnung',
    approval: 'Freigabe und Auszahlungen',
    security: 'Sicherheit',
  },
  fields: {
    name: ['Name der Marke'],
    timezone: ['Zeitzone', 'Die Tage von Berichten und Kampagnen beginnen hier um Mitternacht.'],
    landingUrl: [
      'Zielseite',
      'Hierher führen Links, deren Kampagne keine eigene Seite hat. Ohne Zielseite zeigen sie einen Fehler.',
    ],
    landingHosts: [
      'Erlaubte Hosts von Zielseiten',
      'Einer pro Zeile. *.acme.com erlaubt alle Hosts unter acme.com. Leer erlaubt jeden öffentlichen Host.',
    ],
    'linkTexts.title': ['Titel der Seite beendeter Links'],
    'linkTexts.message': [
      'Text der Seite beendeter Links',
      'Das lesen Menschen, wenn ein Link nicht mehr gilt. Leer für den üblichen Text.',
    ],
    'commission.type': ['Übliche Provision'],
    'commission.value': [
      'Prozent oder Betrag',
      'Gilt, wenn Creator, Kampagne oder Konditionen nichts anderes sagen. Frühere Provisionen behalten ihren Satz.',
    ],
    ratesByAdminsOnly: ['Nur Admins ändern Sätze'],
    attributionWindowDays: [
      'Tage nach einem Klick',
      'Eine Bestellung in diesen Tagen gehört zum Creator des Klicks.',
    ],
    'customerAttribution.type': ['Spätere Bestellungen eines Kunden'],
    'customerAttribution.months': ['Monate', 'Nur, wenn ein Creator einige Monate lang verdient.'],
    uniqueClicksPerAddress: [
      'Eindeutige Klicks einer Adresse',
      'So viele zählen an einem Tag für einen Link. Leer für keine Grenze.',
    ],
    holdDays: ['Tage bis zur automatischen Freigabe', 'Lang genug, damit Kunden Waren zurückgeben können.'],
    holdAboveShare: [
      'Provisionen prüfen über (%)',
      'Eine Provision über diesem Anteil ihrer Bestellung wartet auf einen Menschen.',
    ],
    payoutMinimum: [
      'Mindestbetrag einer Auszahlung',
      'Creator mit weniger Guthaben warten auf eine spätere Auszahlung.',
    ],
    requireSecondFactor: [
      'Jeder Benutzer braucht einen zweiten Faktor',
      'Benutzer ohne können dann nur noch einen einschalten. API-Schlüssel betrifft das nicht.',
    ],
    auditAddresses: ['IP-Adressen im Protokoll'],
  },
  choices: {
    'commission.type': { percentage: 'Prozent der Bestellung', fixed: 'Betrag pro Bestellung' },
    ratesByAdminsOnly: yesNo,
    'customerAttribution.type': {
      firstOrder: 'Brauchen selbst einen Link oder Code',
      months: 'Gehören einige Monate zum Creator',
      lifetime: 'Gehören dauerhaft zum Creator',
    },
    requireSecondFactor: yesNo,
    auditAddresses: { hashed: 'Verborgen, nur vergleichbar', clear: '30 Tage lang lesbar' },
  },
};

export const terms: typeof englishTerms = {
  intro:
    'Konditionen sagen mehr als ein einfacher Satz: andere Sätze für manche Produkte oder neue Kunden, höhere Sätze für viel Umsatz, und Grenzen.',
  ofBrand: 'Konditionen der Marke',
  ofGroups: 'Konditionen von Gruppen',
  ofGroup: (name) => `Konditionen der Gruppe ${name}`,
  group: 'Name der Gruppe',
  open: 'Konditionen anzeigen',
  priority: 'Zuerst gelten die Konditionen eines Creators, dann die der Gruppe, der Kampagne und der Marke.',
  rate: 'Satz',
  kind: 'Art',
  value: 'Prozent oder Betrag',
  kinds: { percentage: 'Prozent', fixed: 'Betrag pro Bestellung', item: 'Betrag pro Artikel' },
  excluded: 'Verdient nichts',
  rules: 'Regeln',
  rulesHint: 'Für einen Artikel gilt die erste Regel, die passt. Andere Artikel verdienen den Satz oben.',
  match: 'Für',
  everything: 'Alle Artikel',
  keys: { sku: 'SKU', productId: 'Produkt-ID', category: 'Kategorie', tag: 'Tag' },
  values: 'Einer von',
  customers: 'Kunden',
  customerKinds: { '': 'Alle', new: 'Neue', returning: 'Wiederkehrende' },
  tiers: 'Stufen',
  tiersHint: 'Wer in einem Monat eine Stufe erreicht, verdient ihren Satz.',
  by: 'Gemessen an',
  byKinds: { revenue: 'Umsatz', orders: 'Bestellungen' },
  appliesTo: 'Der Satz gilt für',
  appliesToKinds: {
    followingOrders: 'Bestellungen nach der Stufe',
    wholeMonth: 'Alle Bestellungen des Monats',
  },
  from: 'Ab',
  more: 'Grenzen und Anmeldungen',
  perOrder: 'Höchstens pro Bestellung',
  perMonth: 'Höchstens pro Creator und Monat',
  lead: 'Betrag für einen Lead',
  signup: 'Betrag für eine Anmeldung',
  validFrom: 'Gültig ab',
  validFromHint: 'Leer für sofort. Frühere Bestellungen behalten die bisherigen Konditionen.',
  remove: 'Konditionen beenden',
  removeConfirm: 'Diese Konditionen beenden? Ab jetzt gelten wieder die einfachen Sätze.',
  history: 'Verlauf',
  none: 'Es gibt keine Konditionen. Es gelten die einfachen Sätze.',
  simple: 'Keine Konditionen: Es gelten die einfachen Sätze',
  summary: (rate, rules) => (rules === 0 ? rate : `${rate}, ${rules} ${rules === 1 ? 'Regel' : 'Regeln'}`),
};
