// Decides who has a session of the portal, and for how long.
import { addSeconds, epochSeconds, secondsPerDay, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { canSignIn } from '#lib/program/affiliates/rules/status.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { CreatorSession } from '#lib/program/creator-sessions/schema/stored.ts';

/** The lifetimes of a session: after a link, and of one that the brand requests. */
export const sessionSeconds = { link: 30 * secondsPerDay, embedded: secondsPerHour } as const;

/** The time for which a one-time link of each purpose is valid. */
export const linkSeconds = {
  creatorSignIn: 15 * 60,
  creatorInvitation: 7 * secondsPerDay,
  creatorApplication: secondsPerDay,
} as const;

type SignedIn = Pick<Affiliate, 'id' | 'sessionVersion'>;

export const sessionVersionOf = ({ sessionVersion = 0 }: Pick<Affiliate, 'sessionVersion'>): number =>
  sessionVersion;

export const newSession = (affiliate: SignedIn, seconds: number, now: Date): CreatorSession => ({
  id: newId('session', now),
  affiliateId: affiliate.id,
  sessionVersion: sessionVersionOf(affiliate),
  createdAt: now.toISOString(),
  expiresAt: epochSeconds(addSeconds(now, seconds)),
});

export const mayHaveSession = ({ status, erasedRevision }: Affiliate): boolean =>
  canSignIn(status) && erasedRevision === undefined;

/** False after a ban, an erasure, or a change of the e-mail address. */
export const isCurrent = (session: CreatorSession, affiliate: Affiliate): boolean =>
  session.affiliateId === affiliate.id &&
  session.sessionVersion === sessionVersionOf(affiliate) &&
  mayHaveSession(affiliate);
