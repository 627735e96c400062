// The German texts of connections with shops.
import type { connections as english } from '../en/connections.ts';

export const connections: typeof english = {
  title: 'Verbindungen',
  intro: 'Ein verbundener Shop meldet seine Bestellungen, Erstattungen und Stornos selbst.',
  guide: 'Die Anleitung erklärt jeden Schritt',
  none: 'Noch ist kein Shop verbunden.',
  name: 'Name',
  nameHint: 'Für Sie, zum Beispiel „Deutscher Shop“.',
  type: 'System',
  types: { shopify: 'Shopify', stripe: 'Stripe', woocommerce: 'WooCommerce' },
  secret: 'Geheimnis',
  secretHint:
    'Damit unterschreibt der Shop seine Nachrichten. Lassen Sie es leer, wenn Sie es noch nicht haben: Shopify und Stripe zeigen ihres, nachdem Sie unsere Adresse eingetragen haben, und für WooCommerce erzeugen wir eines.',
  ownSecretHint:
    'Kopieren Sie das Geheimnis jetzt, und tragen Sie es in die Webhooks von WooCommerce ein. Es wird nicht noch einmal angezeigt.',
  create: 'Shop verbinden',
  address: 'Adresse für den Shop',
  state: 'Zustand',
  states: {
    active: 'Aktiv',
    waiting: 'Wartet auf die erste Nachricht',
    paused: 'Pausiert',
    failing: 'Fehler',
  },
  since: 'Seit',
  lastMessage: 'Letzte Nachricht',
  noMessage: 'Noch keine',
  failing: (time, reason) => `Seit ${time} schlagen Nachrichten fehl. Der erste Grund: ${reason}`,
  refused: (time) =>
    `Um ${time} hatte eine Nachricht eine falsche Unterschrift und wurde abgelehnt. Tragen Sie das Geheimnis des Shops noch einmal ein.`,
  steps: 'Den Shop einrichten',
  stepsOf: {
    shopify: [
      'Öffnen Sie in Shopify Einstellungen → Benachrichtigungen → Webhooks.',
      'Erstellen Sie mit der Adresse oben, dem Format JSON und der neuesten API-Version einen Webhook für jedes dieser Ereignisse: Bestellungszahlung, Bestellungsaktualisierung, Bestellungsstornierung, Bestellungslöschung, Rückerstattung erstellen.',
      'Kopieren Sie das Geheimnis vom Ende dieser Seite, und speichern Sie es unten als neues Geheimnis.',
    ],
    stripe: [
      'Öffnen Sie in Stripe Entwickler → Webhooks, und fügen Sie ein Ziel mit der Adresse oben hinzu.',
      'Wählen Sie diese Ereignisse: checkout.session.completed, checkout.session.async_payment_succeeded, invoice.paid, invoice_payment.paid, charge.refunded, refund.created, refund.updated, refund.failed, charge.refund.updated, charge.dispute.created, charge.dispute.closed, credit_note.created, credit_note.voided, customer.deleted.',
      'Kopieren Sie das Signaturgeheimnis (whsec_…), und speichern Sie es unten als neues Geheimnis.',
    ],
    woocommerce: [
      'Öffnen Sie in WooCommerce Einstellungen → Erweitert → Webhooks.',
      'Fügen Sie mit dem Status „Aktiv“, der Adresse oben, dem Geheimnis dieser Verbindung und der API-Version 3 einen Webhook für jedes dieser Themen hinzu: Bestellung erstellt, Bestellung aktualisiert, Bestellung gelöscht.',
    ],
  },
  script:
    'Fügen Sie dieses Skript in die Seiten des Shops ein. Nennen Sie in data-checkout-hosts die anderen Hosts, auf denen Kunden bezahlen, oder entfernen Sie es, wenn sie auf dem Host des Shops bleiben.',
  recipe: 'Fügen Sie das Rezept Ihres Shops hinzu, das den Klick in die Bestellung schreibt.',
  testOrder:
    'Folgen Sie dem Link eines Creators, und geben Sie eine Bestellung auf. Sie erscheint unten nach wenigen Sekunden. Eine Testbestellung von Shopify oder Stripe gehört zu den Testdaten: Folgen Sie dem Link eines Creators im Testmodus.',
  inTestData: 'In den Testdaten',
  messages: 'Nachrichten',
  noMessages: 'Der Shop hat in den letzten 30 Tagen keine Nachricht gesendet.',
  received: 'Erhalten',
  topic: 'Art',
  order: 'Bestellung',
  messageStates: { waiting: 'Wartet', done: 'Angewendet', ignored: 'Ignoriert', failed: 'Fehlgeschlagen' },
  reason: 'Grund',
  actions: 'Aktionen',
  retry: 'Wiederholen',
  retryAll: { failed: 'Alle fehlgeschlagenen wiederholen', ignored: 'Alle ignorierten wiederholen' },
  pause: 'Pausieren',
  pauseConfirm:
    'Die Verbindung pausieren? Ihre Nachrichten bleiben als ignoriert erhalten, bis Sie sie wiederholen.',
  activate: 'Aktivieren',
  remove: 'Löschen',
  removeConfirm:
    'Die Verbindung löschen? Der Shop kann dann keine Nachrichten mehr senden. Erfasste Bestellungen bleiben.',
  change: 'Die Verbindung ändern',
  newSecret: 'Neues Geheimnis',
  newSecretHint: 'Es gilt sofort. Leer bleibt das jetzige.',
  counting: 'Wie Bestellungen zählen',
  alsoEarn: 'Creators verdienen auch an',
  parts: { includeTax: 'Steuer', includeShipping: 'Versand' },
  prefix: 'Präfix der Bestellnummern',
  prefixHint:
    'Für mehrere Shops, deren Nummern gleich sein könnten. Es ändert nur die Nummern späterer Nachrichten.',
  attributes: {
    clickId: 'Name des Attributs mit dem Klick',
    trackingCode: 'Name des Attributs mit dem Tracking-Code',
  },
  coupons: 'Gutscheine',
  couponsHint:
    'Mit Zugang zu seiner API erhält der Shop für jeden Rabattcode, den Sie hier erstellen, ändern oder löschen, einen Gutschein.',
  couponsOn:
    'Jeder Rabattcode wird ein Gutschein des Shops. Geben Sie den Zugang noch einmal ein, um ihn zu ersetzen.',
  couponsOff: 'Den Zugang entfernen',
  storeUrl: 'Adresse des Shops',
  accessKeys: {
    shopify: 'Zugriffstoken mit read_discounts und write_discounts',
    stripe: 'Eingeschränkter Schlüssel, der Gutscheine und Promotion-Codes schreiben darf',
    woocommerce: 'Consumer Key mit Lese- und Schreibzugriff',
  },
  accessSecret: 'Consumer Secret',
  done: {
    connected: 'Die Verbindung ist bereit. Richten Sie jetzt den Shop ein.',
    messagesRetried: 'Die Nachrichten werden noch einmal angewendet.',
    nothingRetried:
      'Keine Nachricht konnte wiederholt werden: Eine unlesbare Nachricht bleibt fehlgeschlagen.',
    connectionRemoved: 'Die Verbindung wurde gelöscht.',
  },
};
