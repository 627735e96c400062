// Limits the users of a brand, also for concurrent invitations. docs/decisions/0130
import { isInvitationExpired } from '#lib/access/auth/rules/invitations.ts';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import { maxUsers } from '#lib/access/users/schema/users.ts';
import { addSeconds } from '#lib/foundation/shared/dates.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import { incrementCounter } from '#lib/foundation/table/writes/counters.ts';
import { staleWrite, type Write } from '#lib/foundation/table/writes/write.ts';

const counterKey = (brandId: string) => keys.counterShard(brandId, 'users', 0);

/** Reads how often a place was taken. The users must be read later, so that none is missing in both. */
export const prefetchTaken = (_: unknown, brandId: string): ReadPlan<number> => ({
  keys: [counterKey(brandId)],
  parse: ([counter]) => Number(counter?.taken ?? 0),
});

/** A link that was used in its last seconds may not have activated the user yet. */
const acceptanceSeconds = 60;

/**
 * Returns the write that takes a place. It is refused as stale if others have taken all places that were free when the users were read.
 * Throws a 409 if no place is free. A removed user and an expired invitation have no place, so nothing needs to give it back.
 */
export function takePlace(
  { brandId, id }: Pick<StoredUser, 'brandId' | 'id'>,
  users: readonly StoredUser[],
  taken: number,
  now: Date,
): Write {
  const latest = addSeconds(now, -acceptanceSeconds);
  const others = users.filter((user) => user.id !== id && !isInvitationExpired(user, latest));
  const free = maxUsers - others.length;
  if (free <= 0)
    throw conflict(
      'user_limit_reached',
      `The brand has ${maxUsers} users and open invitations. Remove one of them first.`,
    );
  const limit = { field: 'taken', below: taken + free, refused: staleWrite };
  return incrementCounter(brandId, 'users', id, { taken: 1 }, limit);
}
