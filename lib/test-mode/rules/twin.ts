// Builds test twins, and moves their clocks. A twin is a brand with an id of its own, so all its data is separate.
import { newSalt } from '#lib/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/brands/schema.ts';
import { secondsPerDay } from '#lib/shared/dates.ts';
import { invalidField } from '#lib/shared/errors.ts';
import { twinIdOf } from '#lib/shared/twin-ids.ts';
import type { MoveInput } from '#lib/test-mode/schema/endpoints.ts';
import type { TwinState } from '#lib/test-mode/schema/stored.ts';

export const newTwinState: TwinState = { generation: 0, clockOffset: 0 };

/**
 * The twin begins with the settings of the brand. Later changes of either do not affect the other. Its lists are not spread, because its
 * clock differs from that of the functions.
 */
export const newTwin = (live: Brand, { generation, clockOffset }: TwinState, now: Date): Brand => ({
  ...live,
  id: twinIdOf(live.id, generation),
  testOf: live.id,
  clockOffset,
  listSpread: undefined,
  salt: newSalt(),
  createdAt: new Date(now.getTime() + clockOffset).toISOString(),
  revision: 0,
});

/** The settings that decide who may send a request. Test mode reads them from the account, so that it is no way around them. */
export const withPolicyOf = (twin: Brand, account: Brand): Brand => ({
  ...twin,
  plan: account.plan,
  subscriptionStatus: account.subscriptionStatus,
  requestsPerMinute: account.requestsPerMinute,
  requireSecondFactor: account.requireSecondFactor,
  ratesByAdminsOnly: account.ratesByAdminsOnly,
  auditAddresses: account.auditAddresses,
});

const maxMoveDays = 400;
const maxMoveMilliseconds = maxMoveDays * secondsPerDay * 1000;

/**
 * Returns the time to which a request moves the clock. `begunAt` is the twin's time at the first attempt, so a retry with the same
 * idempotency key does not move the clock again.
 */
export function moveTarget(input: MoveInput, begunAt: Date, now: Date): Date {
  if (input.advance !== undefined) {
    return checked('advance', new Date(begunAt.getTime() + input.advance), begunAt);
  }
  const target = new Date(input.at ?? '');
  if (target < begunAt && target < now) {
    throw invalidField('at', `The clock cannot go back: must not be before ${now.toISOString()}`);
  }
  return checked('at', target, begunAt);
}

function checked(field: string, target: Date, begunAt: Date): Date {
  if (target.getTime() - begunAt.getTime() <= maxMoveMilliseconds) return target;
  throw invalidField(field, `Must be at most ${maxMoveDays} days after the present time of the clock`);
}
