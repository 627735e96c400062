// Scheduled functions, payouts, and the reconciliation.
import type { Scenario } from '../rehearsal.ts';

const succeeded = /"StatusCode": 200/;

export const schedules: Scenario = {
  title: 'Scheduled functions',
  steps: [
    { block: 'approve-commissions-overdue, step 1', shows: [/"ENABLED"/, /rate\(1 hour\)/] },
    { block: 'approve-commissions-overdue, step 2', shows: [succeeded] },
    { block: 'approve-commissions-dead-letters, step 2', shows: [] },
    { block: '16 Automatic approval, step 1', shows: [/"message":"commissions approved"/] },
    { block: 'digest-audit-overdue, step 1', shows: [/"ENABLED"/, /rate\(1 hour\)/] },
    { block: 'digest-audit-overdue, step 2', shows: [succeeded] },
    // The first digest is that of the next day.
    { block: 'digest-audit-errors, step 2', shows: [] },
    { block: 'digest-audit-errors, step 3', shows: [/the audit trail is unchanged/] },
    { block: 'digest-audit-dead-letters, step 2', shows: [] },
    { block: 'rotate-signing-keys-overdue, step 1', shows: [/"ENABLED"/, /rate\(1 day\)/] },
    { block: 'rotate-signing-keys-overdue, step 2', shows: [succeeded] },
    { block: 'rotate-signing-keys-dead-letters, step 2', shows: [] },
  ],
};

export const payouts: Scenario = {
  title: 'Payouts and the reconciliation',
  steps: [
    { block: '17 Payouts that do not proceed, step 1', shows: [/pay_\w+ +ready/] },
    {
      block: '17 Payouts that do not proceed, step 2',
      shows: [/No unfinished payouts/, /pay_\w+ +ready +ready/],
    },
    { block: '18 Reconciliation, step 1', shows: [/\b0 differences/] },
    { block: '18 Reconciliation, step 2', shows: [/No differences/] },
  ],
};
