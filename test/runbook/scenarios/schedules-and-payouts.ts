// Scheduled functions, payouts, and the reconciliation.
import type { BlockStep, Scenario } from '../rehearsal.ts';

/** The commands of the runbook are those of the first function, so the names of the others replace its name. */
const runsOf = (schedule: string, file: string, rate: RegExp): readonly BlockStep[] => [
  {
    block: 'schedule-overdue, step 1',
    replace: { rotateSigningKeys: schedule, 'rotate-keys': file },
    shows: [/"ENABLED"/, rate],
  },
  { block: 'schedule-overdue, step 2', shows: [/"StatusCode": 200/] },
  { block: 'schedule-dead-letters, step 2', replace: { rotateSigningKeys: schedule }, shows: [] },
];

export const schedules: Scenario = {
  title: 'Scheduled functions',
  steps: [
    ...runsOf('approveCommissions', 'approve-due', /rate\(1 hour\)/),
    { block: 'Automatic approval, step 1', shows: [/"message":"commissions approved"/] },
    ...runsOf('digestAudit', 'digest-audit', /rate\(1 hour\)/),
    // The first digest is that of the next day.
    { block: 'digest-audit-errors, step 2', shows: [] },
    { block: 'digest-audit-errors, step 3', shows: [/the audit trail is unchanged/] },
    ...runsOf('rotateSigningKeys', 'rotate-keys', /rate\(1 day\)/),
  ],
};

export const payouts: Scenario = {
  title: 'Payouts and the reconciliation',
  steps: [
    { block: 'Payouts that do not proceed, step 1', shows: [/pay_\w+ +ready/] },
    {
      block: 'Payouts that do not proceed, step 2',
      shows: [/No unfinished payouts/, /pay_\w+ +ready +ready/],
    },
    { block: 'Reconciliation, step 1', shows: [/\b0 differences/] },
    { block: 'Reconciliation, step 2', shows: [/No differences/] },
  ],
};
