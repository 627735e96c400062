// Decides whether an invitation is still open.

import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';

export const invitationSeconds = 7 * secondsPerDay;

/** An invitation that is sent again is open for another seven days. */
export function isInvitationExpired(
  { status, invitedAt, createdAt }: Pick<StoredUser, 'status' | 'invitedAt' | 'createdAt'>,
  now: Date,
): boolean {
  const end = addSeconds(new Date(invitedAt ?? createdAt), invitationSeconds);
  return status === 'invited' && end <= now;
}
