// The German texts of disputes.
import type * as english from '../en/disputes.ts';

export const disputes: typeof english.disputes = {
  title: 'Reklamationen',
  one: 'Reklamation',
  intro: 'Creator fragen hier nach Bestellungen und Provisionen. Ihre Antwort sehen sie im Portal.',
  none: 'Niemand hat eine Bestellung oder eine Provision reklamiert.',
  created: 'Eröffnet',
  creator: 'Creator',
  subject: 'Betrifft',
  kind: 'Frage',
  message: 'Nachricht',
  status: 'Status',
  answer: 'Ihre Antwort',
  answerHint: 'Der Creator liest sie im Portal. Für beide Entscheidungen erforderlich.',
  decidedAt: 'Entschieden',
  result: 'Ergebnis',
  decide: 'Dem Creator antworten',
  noMoney:
    'Das Annehmen einer Reklamation zahlt nichts aus: Korrigieren Sie zuerst, nehmen Sie dann an, und schreiben Sie, was Sie getan haben.',
  openCommission: 'Provision öffnen',
  accept: 'Annehmen',
  reject: 'Ablehnen',
  order: (id) => `Bestellung ${id}`,
  recorded: 'Bestellung',
  commission: 'Provision',
  open: 'Offene Reklamationen',
  toList: 'Alle Reklamationen',
  back: 'Zurück zur Reklamation',
  kinds: {
    missingOrder: 'Die Bestellung fehlt',
    attribution: 'Die Bestellung gehört jemand anderem oder niemandem',
    rejectedCommission: 'Die Provision ist abgelehnt',
    commissionAmount: 'Die Provision ist zu klein',
  },
  statuses: { open: 'Offen', accepted: 'Angenommen', rejected: 'Abgelehnt', withdrawn: 'Zurückgezogen' },
  done: {
    disputeAccepted: 'Die Reklamation ist angenommen.',
    disputeRejected: 'Die Reklamation ist abgelehnt.',
  },
};
