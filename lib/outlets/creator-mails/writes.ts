// Builds the writes that queue e-mails to creators. The stream sends each new item to the queue of its worker.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { CreatorMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { creatorMailKeys } from '#lib/foundation/table/keys/creator-mail-keys.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { mailId } from './rules/mail.ts';
import { isWantedByBrand, isWantedByCreator } from './rules/wanted.ts';
import { mailType, type StoredMail } from './schema/stored.ts';

/** Longer than a message can wait in a queue, so that a late repetition finds the e-mail that was sent. */
const retentionSeconds = 15 * secondsPerDay;

interface NewMail {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly kind: CreatorMailKind;
  readonly key: string;
  readonly about?: string;
}

/** `at` is the real time. */
export function newMail({ brandId, affiliateId, kind, key, about = '' }: NewMail, at: Date) {
  const id = mailId(affiliateId, kind, key);
  const fields = { id, type: mailType, brandId, affiliateId, kind, about, createdAt: at.toISOString() };
  const expiresAt = epochSeconds(addSeconds(at, retentionSeconds));
  return { key: creatorMailKeys.creatorMail(brandId, id), fields: { ...fields, expiresAt } };
}

/** Two requests of the same millisecond send one e-mail. */
export function queueInvitation({ brandId, id }: Affiliate, at: Date): Write {
  const mail = newMail({ brandId, affiliateId: id, kind: 'invitation', key: at.toISOString() }, at);
  return { kind: 'put', item: { ...mail.key, ...mail.fields } };
}

/** Returns the invitation of a creator who has not accepted one. Undefined if none would be sent. */
export const invitationOf = (creator: Affiliate, brand: Brand, at: Date): Write | undefined =>
  creator.status === 'invited' &&
  isWantedByBrand('invitation', brand) &&
  isWantedByCreator('invitation', creator)
    ? queueInvitation(creator, at)
    : undefined;

/** Contains the address, because it is erased at the same time. */
export function queueErasureNotice({ brandId, id, email, name, language }: Affiliate, at: Date): Write {
  const mail = newMail({ brandId, affiliateId: id, kind: 'accountErased', key: id }, at);
  const to: StoredMail['to'] = { email, name, ...(language !== undefined && { language }) };
  const expiresAt = epochSeconds(addSeconds(at, secondsPerDay));
  return putNew({ ...mail.key, ...mail.fields, to, expiresAt });
}
