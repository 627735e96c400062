// Converts reconciliations to API responses.
import type * as z from 'zod';
import { fileExpiry } from './rules/reconciliation.ts';
import type { differenceAnswer, reconciliationAnswer } from './schema/endpoints.ts';
import type { Difference, Reconciliation } from './schema/stored.ts';

const states = { compare: 'comparing', apply: 'applying' } as const;

export function presentReconciliation(found: Reconciliation): z.input<typeof reconciliationAnswer> {
  const { id, connectionId, format, status, task, orders, position, counts, applied, failed } = found;
  const { problems, from, to, failure, createdAt, completedAt } = found;
  const isComparing = status === 'running' && task === 'compare';
  return {
    id,
    connectionId,
    format,
    state: status === 'running' ? states[task] : status === 'failed' ? 'failed' : 'compared',
    progress: { done: isComparing ? Math.min(position.list, orders) : orders, total: orders },
    counts: { ...counts, applied, failed },
    problems,
    from,
    to,
    failure,
    createdAt,
    completedAt,
    fileDeletedAt: fileExpiry(found).toISOString(),
  };
}

export const presentDifference = (found: Difference): z.input<typeof differenceAnswer> => {
  const { id, kind, orderId, conversionId, proposal, changes, status: state, reason } = found;
  return { id, kind, orderId, conversionId, proposal, changes, state, reason };
};
