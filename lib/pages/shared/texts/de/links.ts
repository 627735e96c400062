// The German texts of the links of a creator.
export const links = {
  title: 'Weitere Links',
  none: 'Dieser Creator hat nur den Link mit dem Tracking-Code.',
  create: 'Link anlegen',
  name: 'Name',
  nameHint: 'Für Ihr Team, zum Beispiel „Instagram-Bio“.',
  address: 'Link',
  slug: 'Wort im Link',
  slugHint: 'Buchstaben, Ziffern, - und _, zum Beispiel ada-schuhe. Wird erzeugt, wenn Sie es leer lassen.',
  slugChangeHint: 'Das bisherige Wort führt weiter auf dieselbe Seite.',
  aliases: 'Frühere Wörter',
  page: 'Seite',
  pageHint:
    'Mit https://, auf einem Host, den Einstellungen → Marke erlaubt. Ohne sie führt der Link auf die Landingpage.',
  landingPage: 'Landingpage',
  campaign: 'Kampagne',
  utm: 'Parameter für die Webanalyse',
  qrCode: 'QR-Code des Links',
  showQrCode: 'QR-Code zeigen',
  delete: 'Link löschen',
  deleteQuestion: 'Der Link endet überall, auch wo er gedruckt ist. Löschen?',
  toCreator: 'Zurück zum Creator',
};
