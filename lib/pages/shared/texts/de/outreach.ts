// The German texts of applicants, and of the settings of the portal and of e-mails to creators.
import type * as english from '../en/outreach.ts';

export const applicants: typeof english.applicants = {
  title: 'Bewerbungen',
  intro: 'Diese Menschen haben sich bei Ihrem Programm beworben und ihre E-Mail-Adresse bestätigt.',
  none: 'Niemand wartet auf eine Entscheidung.',
  message: 'Nachricht',
  profile: 'Öffentliche Seite',
  since: 'Beworben',
  accept: 'Annehmen',
  decline: 'Ablehnen',
  acceptSelected: 'Ausgewählte annehmen',
  declineSelected: 'Ausgewählte ablehnen',
  hint: 'Angenommene Creator sind sofort aktiv und bekommen ihren Link. Abgelehnte können Sie später noch annehmen.',
  selectFirst: 'Wählen Sie mindestens eine Bewerbung aus.',
  failed: (name, message) => `${name}: ${message}`,
  open: 'Einstellungen des Portals anzeigen',
  off: 'Ihr Portal nimmt keine Bewerbungen an.',
  done: { accepted: 'Angenommen.', declined: 'Abgelehnt.' },
};

export const portalSettings: typeof english.portalSettings = {
  address: 'Adresse des Portals',
  addressHint: 'Hier melden sich Creator an.',
  joinHint: 'Hier bewerben sich Menschen. Nennen Sie diese Adresse auf Ihrer Website.',
  closedHint: 'Zurzeit kann sich niemand bewerben. Das ändern Sie weiter unten, mit „Bewerbungen“.',
};

export const mailSettings: typeof english.mailSettings = {
  undelivered: 'Creator ohne E-Mails',
  undeliveredHint:
    'Ihre Adresse gibt es nicht, oder sie haben eine E-Mail als Spam markiert. Korrigieren Sie die Adresse, dann werden wieder E-Mails gesendet.',
  none: 'Alle E-Mails sind angekommen.',
  creator: 'Creator',
  why: 'Grund',
  statuses: { bounced: 'Die Adresse gibt es nicht', complained: 'Als Spam markiert' },
};

export const logo: typeof english.logo = {
  title: 'Logo',
  none: 'Die Marke hat noch kein Logo.',
  hint: 'Ein Bild als PNG, JPEG oder WebP mit höchstens 64 KB und 1.024 × 1.024 Pixeln. Creator sehen es im Portal und in E-Mails.',
  file: 'Bild',
  upload: 'Logo hochladen',
  remove: 'Logo entfernen',
  confirm: 'Das Logo aus dem Portal und aus E-Mails entfernen?',
  refused: 'Wählen Sie ein Bild als PNG, JPEG oder WebP mit höchstens 64 KB und 1.024 × 1.024 Pixeln.',
};
