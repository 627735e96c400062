// The German names of fields in the audit trail.
import type { audit as english } from '../en/audit.ts';

export const fields: (typeof english)['fields'] = {
  affiliateId: 'Creator',
  campaignId: 'Kampagne',
  payoutId: 'Auszahlung',
  status: 'Status',
  name: 'Name',
  email: 'E-Mail-Adresse',
  amount: 'Betrag',
  reason: 'Grund',
  reference: 'Referenz',
  paidAt: 'bezahlt',
  approvedAt: 'freigegeben',
  approvedBy: 'freigegeben von',
  eligibleAt: 'Ende der Wartefrist',
  paidCount: 'bezahlte Zahlungen',
  failedCount: 'fehlgeschlagene Zahlungen',
  affiliatesCount: 'Creator',
  commissionsCount: 'Provisionen',
  refundedAmount: 'erstattet',
  group: 'Gruppe',
  role: 'Rolle',
  hold: 'Prüfung',
  usageCount: 'Nutzungen',
};
