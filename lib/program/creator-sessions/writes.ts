// Builds the writes of sessions of creators and of their one-time links.
import type { ClaimedLink } from '#lib/access/email/rules/one-time-tokens.ts';
import { epochSeconds } from '#lib/foundation/shared/dates.ts';
import { invalidField, unauthenticated } from '#lib/foundation/shared/errors.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { deleteExisting, putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import type { CreatorSession } from './schema/stored.ts';

export const invalidLink = () =>
  invalidField(
    'token',
    'The link is wrong, has expired or was already used: request a new one',
    'link_invalid',
  );

export const sessionEnded = () => unauthenticated('token_revoked', 'Token revoked');

/** Of several uses of one link, all but one are refused. */
export const useLink = ({ brandId, mac, expiresAt }: ClaimedLink): Write =>
  putNew(
    { ...creatorKeys.usedLink(brandId, mac), expiresAt: epochSeconds(new Date(expiresAt)) },
    invalidLink,
  );

export const addSession = (brandId: string, session: CreatorSession): Write =>
  putNew({ ...creatorKeys.creatorSession(brandId, session.id), ...session });

export const endSession = (brandId: string, id: string): Write =>
  deleteExisting(creatorKeys.creatorSession(brandId, id), sessionEnded);
