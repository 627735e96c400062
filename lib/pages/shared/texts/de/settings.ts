// The German texts of the settings of the brand.
import type { brand as englishBrand, settings as englishSettings } from '../en/settings.ts';

export const settings: typeof englishSettings = {
  title: 'Einstellungen',
  tabs: {
    '': 'Marke',
    portal: 'Portal',
    mails: 'E-Mails',
    terms: 'Konditionen',
    'exchange-rates': 'Wechselkurse',
    users: 'Benutzer',
    own: 'Ihre Anmeldung',
    'api-keys': 'API-Schlüssel',
    connections: 'Verbindungen',
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
    utm: 'Web-Analyse der Links',
    commission: 'Provision',
    attribution: 'Zuordnung',
    approval: 'Freigabe und Auszahlungen',
    account: 'Konto für SEPA-Dateien',
    security: 'Sicherheit',
    portal: 'Portal der Creator',
    mails: 'E-Mails an Creator',
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
      'Einer pro Zeile. *.acme.com erlaubt alle Hosts unter acme.com. Leer erlaubt jeden öffentlichen Host, aber keine Links auf gewählte Seiten.',
    ],
    linkPrefix: [
      'Präfix der Links',
      'Steht in neuen Links vor dem Tracking-Code, z. B. acme.ada. Codes müssen dann nur in Ihrer Marke eindeutig sein und haben 2 bis 64 Zeichen. 3 bis 20 Kleinbuchstaben oder Ziffern. Frühere Links gelten weiter. Ein Präfix lässt sich ändern, aber nicht entfernen.',
    ],
    'defaultUtm.source': [
      'utm_source',
      'Links ergänzen diese Angaben, wenn die Zielseite und der Link keine haben. {trackingCode} steht für den Code des Creators.',
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
    'payoutAccount.iban': ['IBAN', 'Von diesem Konto bucht Ihre Bank die SEPA-Dateien ab.'],
    'payoutAccount.name': ['Kontoinhaber'],
    'payoutAccount.bic': ['BIC', 'Nur, wenn Ihre Bank sie verlangt.'],
    slug: [
      'Name in der Adresse',
      'Kleinbuchstaben, Ziffern und Bindestriche. Frühere Adressen führen weiter zu Ihrem Portal.',
    ],
    'portal.enabled': ['Portal', 'Ohne Portal können sich Creator nicht anmelden.'],
    'portal.applications': ['Bewerbungen'],
    'portal.creatorLinks': ['Links der Creator', 'Ob Creator Links anlegen, ändern und löschen.'],
    'portal.color': ['Farbe', 'Zum Beispiel #0a7d4b. Leer für die übliche Farbe.'],
    'portal.supportEmail': ['Adresse für Fragen', 'Creator sehen sie. Antworten auf E-Mails gehen dorthin.'],
    'portal.termsUrl': ['Bedingungen des Programms', 'Eine https-Adresse. Bewerber sehen sie vorher.'],
    'portal.privacyUrl': ['Datenschutzhinweise', 'Eine https-Adresse. Bewerber sehen sie vorher.'],
    'creatorMails.enabled': [
      'E-Mails an Creator senden',
      'Ohne sie hören Creator nur von geänderten Zahlungsdaten und von der Löschung ihrer Daten.',
    ],
    'creatorMails.replyTo': [
      'Adresse für Antworten',
      'Dorthin gehen Antworten von Creatorn. Leer für die Adresse für Fragen des Portals.',
    ],
    'creatorMails.kinds': ['Creator bekommen'],
  },
  accountNow: (account) => `Jetzt: ${account}. Geben Sie das neue Konto vollständig ein.`,
  choices: {
    'commission.type': { percentage: 'Prozent der Bestellung', fixed: 'Betrag pro Bestellung' },
    ratesByAdminsOnly: yesNo,
    'customerAttribution.type': {
      firstOrder: 'Brauchen selbst einen Link oder Code',
      months: 'Gehören einige Monate zum Creator',
      lifetime: 'Gehören dauerhaft zum Creator',
    },
    requireSecondFactor: yesNo,
    'portal.enabled': { true: 'An', false: 'Aus' },
    'portal.creatorLinks': yesNo,
    'portal.applications': {
      closed: 'Niemand kann sich bewerben',
      review: 'Sie entscheiden über jede Bewerbung',
      autoAccept: 'Alle werden sofort angenommen, solange Ihr Tarif Platz hat',
    },
    'creatorMails.enabled': yesNo,
    'creatorMails.kinds': {
      invitation: 'Einladungen',
      applicationDeclined: 'Abgelehnte Bewerbungen',
      welcome: 'Willkommen',
      dailyDigest: 'Bestellungen eines Tages',
      commissionApproved: 'Freigegebene Provisionen',
      commissionRejected: 'Abgelehnte Provisionen',
      payoutSent: 'Zahlungen',
      payoutDetailsMissing: 'Fehlende Zahlungsdaten',
      termsChanged: 'Geänderte Konditionen',
      disputeAnswered: 'Antworten auf Reklamationen',
    },
    auditAddresses: { hashed: 'Verborgen, nur vergleichbar', clear: '30 Tage lang lesbar' },
  },
};
