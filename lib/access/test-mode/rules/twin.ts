// Builds test twins, and moves their clocks. A twin is a brand with an id of its own, so all its data is separate.
import { brandTime, maxClockOffset, maxDaysAhead } from '#lib/access/brands/rules/clock.ts';
import { newSalt } from '#lib/access/brands/rules/customer-salt.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { MoveInput } from '#lib/access/test-mode/schema/endpoints.ts';
import type { TwinState } from '#lib/access/test-mode/schema/stored.ts';
import { addMilliseconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';

export const newTwinState: TwinState = { generation: 0, clockOffset: 0 };

/** The twin begins with the settings of the brand, but without its terms and its link domain. Later changes of either do not affect the other. */
export const newTwin = (
  { hasTerms: _, linkDomain: __, ...live }: Brand,
  { generation, clockOffset }: TwinState,
  now: Date,
): Brand => ({
  ...live,
  id: twinIdOf(live.id, generation),
  testOf: live.id,
  clockOffset,
  salt: newSalt(),
  createdAt: brandTime({ clockOffset }, now).toISOString(),
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
  slug: account.slug,
  ...(account.linkPrefix !== undefined && { linkPrefix: account.linkPrefix }),
  portal: account.portal,
});

const maxMoveDays = 400;
const maxMoveMilliseconds = maxMoveDays * secondsPerDay * 1000;

interface Times {
  /** The twin's time at the first attempt, so a retry with the same idempotency key does not move the clock again. */
  readonly begunAt: Date;
  /** The twin's time. */
  readonly now: Date;
  /** The real time. */
  readonly receivedAt: Date;
}

/** Returns the time to which a request moves the clock. */
export function moveTarget(input: MoveInput, { begunAt, now, receivedAt }: Times): Date {
  const [field, move] =
    input.advance === undefined
      ? (['at', Date.parse(input.at ?? '') - begunAt.getTime()] as const)
      : (['advance', input.advance] as const);
  if (move > maxMoveMilliseconds) {
    throw invalidField(field, `Must be at most ${maxMoveDays} days after the present time of the clock`);
  }
  const target = addMilliseconds(begunAt, move);
  if (target < begunAt && target < now) {
    throw invalidField('at', `The clock cannot go back: must not be before ${now.toISOString()}`);
  }
  const last = addMilliseconds(receivedAt, maxClockOffset);
  if (target <= last) return target;
  throw invalidField(
    field,
    `The clock can be at most ${maxDaysAhead} days ahead of the real time, now until ${last.toISOString()}. ` +
      'To begin again with the real time, send `POST /v1/test/reset`',
  );
}
