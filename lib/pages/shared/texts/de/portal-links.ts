// The German texts of the links that creators create.
import type { portalLinks as english } from '../en/portal-links.ts';

export const portalLinks: typeof english = {
  title: 'Ihre Links',
  leadOfWords:
    'Geben Sie jedem Ort einen eigenen Link, mit einem Wort, das man sich merkt. Bestellungen über jeden davon zählen für Sie.',
  lead: 'Geben Sie jedem Ort einen eigenen Link: einen zu einem Produkt, das Sie zeigen, einen mit einem Wort, das man sich merkt. Bestellungen über jeden davon zählen für Sie.',
  off: 'Nur die Marke legt Links an und ändert sie. Fragen Sie die Marke, wenn Sie einen weiteren brauchen.',
  all: 'Alle Links',
  empty:
    'Sie haben keine weiteren Links. Legen Sie oben einen an: Fügen Sie die Adresse einer Produktseite ein, und teilen Sie den Link statt der Adresse.',
  none: 'Sie haben keine weiteren Links.',
  create: 'Link anlegen',
  page: 'Adresse der Seite',
  pageHint: (hosts) =>
    `Eine Seite auf ${hosts}. Wenn Sie nichts eingeben, führt der Link auf die Startseite.`,
  word: 'Wort am Ende des Links',
  wordHint: 'Buchstaben, Ziffern und Bindestriche, zum Beispiel ada-schuhe. Ohne Eingabe wählen wir eines.',
  wordChangeHint: 'Das bisherige Wort führt weiter auf dieselbe Seite.',
  name: 'Name',
  nameHint: 'Für Sie, zum Beispiel „Instagram-Bio“.',
  nameError: 'Geben Sie einen Namen mit höchstens 100 Zeichen ein.',
  campaign: 'Kampagne',
  noCampaign: 'Keine',
  clicks: (clicks) => `Klicks in den letzten 30 Tagen: ${clicks}`,
  leadsTo: 'Führt auf',
  landingPage: 'die Startseite der Marke',
  change: 'Ändern oder löschen',
  changeOf: (name) => `Den Link ${name} ändern oder löschen`,
  changeTitle: 'Link ändern',
  back: 'Alle Links',
  delete: 'Diesen Link löschen',
  deleteLead: 'Der Link endet überall, auch wo Sie ihn geteilt oder gedruckt haben.',
  deleteConfirm: 'Ich verstehe das, der Link soll enden',
  deleteButton: 'Link löschen',
  taken: (free) =>
    free === ''
      ? 'Dieses Wort ist schon vergeben. Wählen Sie ein anderes.'
      : `Dieses Wort ist schon vergeben. Eben waren noch frei: ${free}`,
  refusals: {
    link_limit_reached:
      'Sie haben 200 Links oder schon 1.000 Wörter vergeben: Löschen Sie einen Link, oder bitten Sie die Marke um einen.',
    slug_limit_reached:
      'Dieser Link hatte 20 Wörter, die alle auf seine Seite führen. Legen Sie einen neuen an.',
    creator_links_off: 'Die Marke hat das ausgeschaltet: Nur sie legt Links an und ändert sie.',
    status_conflict: 'Nur aktive Creator können Links anlegen und ändern.',
    reference_not_found:
      'Die Kampagne ist beendet, oder Sie gehören nicht mehr dazu. Wählen Sie eine andere.',
  },
  done: {
    link: 'Ihr Link ist fertig. Er funktioniert ab sofort.',
    linkDeleted: 'Der Link ist gelöscht. Er endet innerhalb einer Minute.',
  },
};
