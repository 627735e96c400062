// Builds the writes that queue e-mails. A background function sends them, so that no request waits for the mail service.
import { randomBytes } from 'node:crypto';
import type { QueuedEmail } from '#lib/access/email/schema.ts';
import { addSeconds, epochSeconds, secondsPerDay, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { emailKeys, type LinkKind } from '#lib/foundation/table/keys/email-keys.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';

/** The type of the items that the stream function receives. */
const emailType = 'email';

const newId = (): string => randomBytes(12).toString('base64url');

export function queueEmail(email: Omit<QueuedEmail, 'id' | 'createdAt'>, now: Date): Write {
  const id = newId();
  const createdAt = now.toISOString();
  const expiresAt = epochSeconds(addSeconds(now, secondsPerDay));
  return putNew({ ...emailKeys.email(id), type: emailType, id, ...email, createdAt, expiresAt });
}

/** Writes an item of about the same size that is never sent, so that unknown addresses take the same work. */
export function queueNothing(to: string, now: Date): Write {
  const id = newId();
  const expiresAt = epochSeconds(addSeconds(now, secondsPerDay));
  return putNew({ ...emailKeys.email(id), type: 'noEmail', id, to, createdAt: now.toISOString(), expiresAt });
}

/** The links of one kind that one address receives in one hour. */
const maxLinksPerHour = 5;

const linkLimitReached = () =>
  new DomainError(
    'tooManyRequests',
    'email_limit_reached',
    `The address has received ${maxLinksPerHour} such e-mails within an hour. Try again in an hour.`,
    { retryAfterSeconds: secondsPerHour },
  );

/**
 * Counts an e-mail with a link. Throws a 429 if the address has received too many of the kind in this hour. Each kind has its own counter, so
 * that strangers who request resets, and other brands, cannot prevent an invitation.
 */
export function countLink(email: string, kind: LinkKind, now: Date): Write {
  const hour = Math.floor(now.getTime() / (secondsPerHour * 1000));
  return {
    kind: 'update',
    key: emailKeys.emailedLinks(email, kind, hour),
    set: { expiresAt: epochSeconds(addSeconds(now, 2 * secondsPerHour)) },
    add: { sent: 1 },
    condition: 'attribute_not_exists(#sent) OR #sent < :limit',
    values: { limit: maxLinksPerHour },
    refused: linkLimitReached,
  };
}
