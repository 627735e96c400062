// Builds the writes of bulk decisions.
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { changeItem } from '#lib/foundation/table/writes/change.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Decision } from './schema.ts';

const decisionKey = ({ brandId, id }: Decision) => keys.decision(brandId, id);

function decisionInProgress(claim: Item | undefined) {
  const id = String(claim?.decisionId ?? '');
  return conflict(
    'decision_in_progress',
    `Wait until \`GET /commissions/decisions/${id}\` shows the status \`completed\``,
    { details: [{ path: '', message: `${id} is running`, values: [id] }] },
  );
}

/** A second one would find the same commissions. */
export const addDecision = (created: Decision): readonly Write[] => [
  putNew(
    { ...keys.runningDecision(created.brandId, created.decision), decisionId: created.id },
    decisionInProgress,
  ),
  putNew({ ...decisionKey(created), ...created }),
];

/** Throws a stale write if another worker has taken the step. */
export const changeDecision = (before: Decision, after: Decision): readonly Write[] => [
  changeItem(decisionKey(before), before, after),
  ...(after.status === 'completed'
    ? [{ kind: 'delete', key: keys.runningDecision(before.brandId, before.decision) } as const]
    : []),
];
