// The German texts of e-mails to creators.
import type { MailTexts } from '#lib/outlets/creator-mails/rules/text-types.ts';

const commissions = (count: number): string => (count === 1 ? '1 Provision' : `${count} Provisionen`);
const orders = (count: number): string => (count === 1 ? '1 Bestellung' : `${count} Bestellungen`);

export const de: MailTexts = {
  greeting: (name) => (name === '' ? 'Guten Tag,' : `Guten Tag ${name},`),
  kinds: {
    invitation: ({ brand }) => ({
      subject: `${brand} lädt Sie in sein Creator-Programm ein`,
      button: 'Einladung annehmen',
      lines: [
        `${brand} lädt Sie in sein Creator-Programm ein: Empfehlen Sie Produkte und verdienen Sie an jeder Bestellung eine Provision.`,
        'Der Link gilt einmal und 7 Tage lang. Wenn Sie diese Einladung nicht erwarten, ignorieren Sie diese E-Mail.',
      ],
    }),
    welcome: ({ brand, link, codes }) => ({
      subject: `Willkommen im Creator-Programm von ${brand}`,
      button: 'Portal öffnen',
      lines: [
        'Sie können jetzt Produkte empfehlen. Jede Bestellung über Ihren Link zählt für Sie.',
        `Ihr Link: ${link}`,
        ...(codes.length === 0 ? [] : [`Ihre Rabattcodes: ${codes.join(', ')}`]),
      ],
    }),
    dailyDigest: ({ brand, count, amount, period }) => ({
      subject: `${orders(count)} für ${brand} am ${period}`,
      button: 'Bestellungen ansehen',
      lines: [
        `Am ${period} wurden Ihnen ${orders(count)} gutgeschrieben. Ihre Provision beträgt ${amount}.`,
        'Der Betrag kann sich noch ändern, zum Beispiel durch eine Rücksendung.',
      ],
    }),
    commissionApproved: ({ brand, count, amount }) => ({
      subject: `${brand} hat ${commissions(count)} freigegeben`,
      button: 'Provisionen ansehen',
      lines: [
        `${brand} hat ${commissions(count)} freigegeben: ${amount}. Eine spätere Auszahlung enthält den Betrag.`,
      ],
    }),
    commissionRejected: ({ brand, count, amount, reasons }) => ({
      subject: `${brand} hat ${commissions(count)} abgelehnt`,
      button: 'Provisionen ansehen',
      lines: [
        `${brand} hat ${commissions(count)} abgelehnt: ${amount}.`,
        ...reasons,
        `Wenn Sie das für einen Fehler halten, antworten Sie ${brand}, oder öffnen Sie die Bestellung in Ihrem Portal und wählen Sie „Die Marke um Prüfung bitten“.`,
      ],
    }),
    payoutSent: ({ brand, amount, period }) => ({
      subject: `${brand} hat Ihnen ${amount} ausgezahlt`,
      button: 'Auszahlungen ansehen',
      lines: [
        `${brand} hat Ihre Auszahlung von ${amount} als bezahlt markiert.${period === '' ? '' : ` Sie enthält Ihre Provisionen von ${period}.`}`,
        'Eine Überweisung kann einige Tage dauern.',
      ],
    }),
    payoutDetailsMissing: ({ brand, amount }) => ({
      subject: `${brand} kann Ihnen ${amount} noch nicht auszahlen`,
      button: 'Zahlungsdaten eingeben',
      lines: [
        `${brand} hat eine Auszahlung ohne Sie vorbereitet, weil das Konto für Ihre ${amount} fehlt.`,
        'Geben Sie Ihre Zahlungsdaten im Portal ein. Eine spätere Auszahlung enthält den Betrag.',
      ],
    }),
    termsChanged: ({ brand }) => ({
      subject: `Ihre Konditionen bei ${brand} haben sich geändert`,
      button: 'Konditionen ansehen',
      lines: [
        `${brand} hat geändert, was Sie an späteren Bestellungen verdienen. Ihr Portal zeigt Ihre aktuellen Konditionen.`,
        'Provisionen früherer Bestellungen bleiben, wie sie sind.',
      ],
    }),
    disputeAnswered: ({ brand, order, answer, isAccepted }) => ({
      subject: `${brand} hat Ihre Anfrage${order === '' ? '' : ` zur Bestellung ${order}`} beantwortet`,
      button: 'Anfragen ansehen',
      lines: [
        `${brand} hat Ihre Anfrage${order === '' ? '' : ` zur Bestellung ${order}`} ${isAccepted ? 'angenommen' : 'abgelehnt'}.`,
        ...(answer === '' ? [] : [`${brand} schreibt: ${answer}`]),
      ],
    }),
    applicationDeclined: ({ brand }) => ({
      subject: `Ihre Bewerbung bei ${brand}`,
      lines: [
        `Danke für Ihre Bewerbung für das Creator-Programm von ${brand}. ${brand} hat sie abgelehnt.`,
        'Sie können sich deshalb nicht mehr im Portal anmelden.',
      ],
    }),
    payoutDetailsChanged: ({ brand, usableFrom }) => ({
      subject: `Neue Zahlungsdaten bei ${brand}`,
      button: 'Zahlungsdaten prüfen',
      lines: [
        'Das Konto für Ihre Auszahlungen oder Ihre Steuerdaten wurden eingegeben oder geändert.',
        ...(usableFrom === '' ? [] : [`Zu Ihrer Sicherheit gilt das neue Konto erst ab ${usableFrom}.`]),
        `Wenn weder Sie noch ${brand} das waren, informieren Sie ${brand} sofort.`,
      ],
    }),
    accountErased: ({ brand }) => ({
      subject: `${brand} hat Ihre Daten gelöscht`,
      lines: [
        `${brand} hat Ihre persönlichen Daten aus dem Creator-Programm gelöscht. Ihr Link und Ihre Codes gelten nicht mehr.`,
        'Das ist die letzte E-Mail des Programms an Sie.',
      ],
    }),
  },
  reason: (order, reason) => (reason === '' ? `Bestellung ${order}` : `Bestellung ${order}: ${reason}`),
  inTestMode: (brand) => `${brand} im Testmodus`,
  sentTo: (to, brand) => `Diese E-Mail ging an ${to}, für das Creator-Programm von ${brand}.`,
  kindNames: {
    welcome: 'Ihren Start',
    dailyDigest: 'die Bestellungen des Vortags',
    commissionApproved: 'freigegebene Provisionen',
    commissionRejected: 'abgelehnte Provisionen',
    payoutSent: 'Zahlungen',
    payoutDetailsMissing: 'fehlende Zahlungsdaten',
    termsChanged: 'geänderte Konditionen',
    disputeAnswered: 'Antworten auf Ihre Anfragen',
  },
  contact: (address) => `Fragen? Schreiben Sie an ${address}.`,
  unsubscribe: (kind) => `E-Mails über ${kind} abbestellen`,
  openAddress: 'Wenn der Knopf nicht funktioniert, öffnen Sie diese Adresse:',
  page: {
    title: 'E-Mails abbestellen',
    question: (names) =>
      `Möchten Sie keine E-Mails ${names === undefined ? 'dieser Art' : `von ${names.brand} über ${names.kind}`} mehr? Andere E-Mails des Programms kommen weiterhin.`,
    button: 'Abbestellen',
    done: (names) =>
      `Erledigt. Sie erhalten keine E-Mails ${names === undefined ? 'dieser Art' : `von ${names.brand} über ${names.kind}`} mehr.`,
  },
};
