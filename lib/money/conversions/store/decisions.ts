// Cancels a recorded order, or attributes it as a person decides.
import { canceledMoney } from '#lib/money/conversions/rules/changed-money.ts';
import { changedReferences, requireNotCanceled } from '#lib/money/conversions/rules/edit.ts';
import type { AttributionInput } from '#lib/money/conversions/schema/attribution-input.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import { type ChangeOptions, type PreparedChange, prepareChange } from './change.ts';

/** Takes the amount that is not refunded out of everything. A canceled order stays canceled. */
export async function prepareCancellation(
  before: Conversion,
  reason: string,
  options: ChangeOptions,
): Promise<PreparedChange> {
  if (before.canceledAt !== null) return { conversion: before, writes: [] };
  const canceled = { canceledAt: options.now.toISOString(), cancelReason: reason };
  const facts = { ...before, ...canceledMoney(before), ...canceled };
  return prepareChange(before, { kind: 'canceled', reason, facts }, options);
}

export async function prepareAttribution(
  before: Conversion,
  { affiliateId, reason }: AttributionInput,
  options: ChangeOptions,
): Promise<PreparedChange> {
  requireNotCanceled(before);
  const change = { kind: 'attributed', reason, facts: before, affiliateId } as const;
  return prepareChange(before, { ...change, references: changedReferences(before) }, options);
}
