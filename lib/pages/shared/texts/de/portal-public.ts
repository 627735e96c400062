// The German texts of the pages of the portal before the sign-in.
import type { portalPublic as english } from '../en/portal-public.ts';

export const portalPublic: typeof english = {
  signIn: {
    title: 'Anmelden',
    lead: 'Wir senden Ihnen einen Link per E-Mail. Sie brauchen kein Passwort.',
    email: 'E-Mail-Adresse',
    send: 'Link senden',
    sentTitle: 'Sehen Sie in Ihre E-Mails',
    sent: (address) =>
      `Wenn ${address || 'die Adresse'} zu einem Creator dieses Programms gehört, ist ein Link unterwegs. Er gilt einmal und nur für kurze Zeit.`,
    notArrived:
      'Nach einigen Minuten keine E-Mail? Sehen Sie im Spam-Ordner nach, oder fragen Sie die Marke, welche Adresse sie eingeladen hat.',
    otherAddress: 'Eine andere Adresse verwenden',
    linkTitle: 'Willkommen',
    linkLead: 'Mit dem Knopf melden Sie sich an und sehen Ihre Bestellungen und Einnahmen.',
    proceed: 'Weiter',
    usedTitle: 'Dieser Link gilt nicht mehr',
    used: 'Ein Link gilt einmal und nur für kurze Zeit. Geben Sie Ihre Adresse ein, dann senden wir Ihnen einen neuen.',
    apply: 'Noch kein Creator? Jetzt bewerben',
    noBrandTitle: 'Creator-Portal',
    noBrand:
      'Öffnen Sie den Link in einer E-Mail der Marke, oder fragen Sie die Marke nach der Adresse ihres Portals.',
  },
  join: {
    title: (brand) => `Werden Sie Creator von ${brand}`,
    lead: 'Empfehlen Sie Produkte, die Sie mögen, und verdienen Sie an jeder Bestellung.',
    leadRate: (rate) => `Empfehlen Sie Produkte, die Sie mögen, und verdienen Sie ${rate}.`,
    byApplying: 'Lesen Sie vor der Bewerbung:',
    terms: 'Bedingungen des Programms',
    privacy: 'Datenschutzhinweise',
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    profileUrl: 'Adresse Ihres Profils',
    message: 'Warum passen Sie zu uns?',
    website: 'Lassen Sie dieses Feld leer',
    send: 'Bewerben',
    sentTitle: 'Noch ein Schritt',
    sent: (address) =>
      `Wir haben eine E-Mail${address === '' ? '' : ` an ${address}`} gesendet. Öffnen Sie ihren Link innerhalb von 24 Stunden, um Ihre Bewerbung zu bestätigen.`,
    confirmTitle: 'Bewerbung bestätigen',
    confirmLead: 'Mit dem Knopf geht Ihre Bewerbung an die Marke.',
    confirm: 'Bestätigen',
    confirmedTitle: 'Danke',
    confirmed: 'Ihre Bewerbung ist bestätigt. Sie bekommen eine E-Mail, wenn die Marke entschieden hat.',
    usedTitle: 'Dieser Link gilt nicht mehr',
    used: 'Ein Link gilt einmal und nur 24 Stunden. Wenn Sie schon bestätigt haben, hat die Marke Ihre Bewerbung. Wenn nicht, bewerben Sie sich bitte noch einmal.',
    again: 'Noch einmal bewerben',
    closedTitle: 'Keine Bewerbungen',
    closed: (brand) => `${brand} nimmt zurzeit keine Bewerbungen an. Bitten Sie die Marke um eine Einladung.`,
    already: 'Schon Creator? Anmelden',
  },
};
