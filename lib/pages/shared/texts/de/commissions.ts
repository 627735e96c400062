// The German texts of commissions.
import type { commissions as english } from '../en/commissions.ts';

const all = (total: string): string => (total === '1' ? 'Die Provision' : `Alle ${total}`);

export const commissions: typeof english = {
  one: 'Provision',
  found: (total) => (total === '1' ? '1 Provision' : `${total} Provisionen`),
  empty: 'Es gibt noch keine Provisionen. Die erste Bestellung eines Creators bringt die erste.',
  created: 'Entstanden',
  creator: 'Creator',
  campaign: 'Kampagne',
  order: 'Bestellung',
  kind: 'Art',
  status: 'Status',
  amount: 'Betrag',
  orderAmount: 'Betrag der Bestellung',
  originalAmount: 'Ursprünglicher Betrag',
  eligible: 'Ende der Wartefrist',
  approvedAt: 'Freigegeben',
  paidAt: 'Bezahlt',
  review: 'Prüfung',
  onlyHeld: 'Nur zu prüfende',
  held: 'Zu prüfen',
  reason: 'Grund',
  reasonHint: 'Für eine Ablehnung nötig.',
  decide: 'Entscheiden',
  approve: 'Freigeben',
  reject: 'Ablehnen',
  reopen: 'Freigabe zurücknehmen',
  restore: 'Ablehnung zurücknehmen',
  approveSelected: 'Ausgewählte freigeben',
  rejectSelected: 'Ausgewählte ablehnen',
  approveList: 'Alle freigeben',
  rejectList: 'Alle ablehnen',
  approveAll: (total) => `${all(total)} freigeben`,
  rejectAll: (total) => `${all(total)} ablehnen`,
  number: 'Provisionen',
  payableFrom: 'Auszahlbar ab',
  notEnded: (count) =>
    count === 1
      ? 'Die Wartefrist einer Provision ist nicht vorbei: Ihre Bestellung kann noch zurückkommen.'
      : `Die Wartefrist von ${count} Provisionen ist nicht vorbei: Ihre Bestellungen können noch zurückkommen.`,
  leftOutHint:
    'Um auch zu prüfende freizugeben, wählen Sie sie aus, oder filtern Sie nach „Nur zu prüfende“.',
  leftOut: (held) =>
    held === 1
      ? 'Eine Provision ist zu prüfen und bleibt ausgenommen.'
      : `${held} zu prüfende Provisionen bleiben ausgenommen.`,
  wereHeld: (count) => (count === 1 ? 'Eine davon war zu prüfen.' : `${count} davon waren zu prüfen.`),
  selectFirst: 'Wählen Sie zuerst die Provisionen aus.',
  decision: 'Entscheidung',
  approval: 'Freigeben',
  rejection: 'Ablehnen',
  running: 'Der Dienst arbeitet daran. Sie können diese Seite verlassen.',
  completed: 'Alle Provisionen sind entschieden.',
  refresh: 'Fortschritt anzeigen',
  matched: 'Gefunden',
  decided: 'Entschieden',
  skipped: 'Inzwischen geändert',
  failed: 'Nicht möglich',
  toList: 'Alle Provisionen',
  statuses: {
    pending: 'Offen',
    approved: 'Freigegeben',
    paid: 'Bezahlt',
    rejected: 'Abgelehnt',
    reversed: 'Zurückgenommen',
  },
  kinds: {
    order: 'Bestellung',
    adjustment: 'Korrektur',
    bonus: 'Bonus',
    deduction: 'Abzug',
    openingBalance: 'Anfangsbestand',
    tierSupplement: 'Nachzahlung aus Staffeln',
    monthlyCap: 'Monatliche Obergrenze',
  },
  holds: {
    selfReferral: 'Kunde und Creator haben dasselbe Postfach',
    fraudRule: 'Die Bestellung entspricht einer Betrugsregel',
    customerUnreadable: 'Die E-Mail-Adresse des Kunden ist unlesbar',
    aboveShare: 'Ein großer Anteil der Bestellung',
    creatorBanned: 'Der Creator ist gesperrt',
    orderChanged: 'Die Bestellung hat sich geändert',
    reopened: 'Die Freigabe wurde zurückgenommen',
  },
  approvedNow: (count) =>
    count === 1 ? 'Eine Provision ist freigegeben.' : `${count} Provisionen sind freigegeben.`,
  rejectedNow: (count) =>
    count === 1 ? 'Eine Provision ist abgelehnt.' : `${count} Provisionen sind abgelehnt.`,
  addBonus: 'Bonus anlegen',
  bonusHint: 'Ein Abzug verringert, was der Creator bekommt. Beide sind sofort freigegeben.',
  done: { commissionCreated: 'Die Provision ist angelegt.' },
};
