// Receives applications, and sends the e-mails that confirm them. Every request has the same answer.
import { addressHashOf } from '#lib/access/brands/rules/address-hash.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { countLink, queueEmail } from '#lib/access/email/writes.ts';
import { addSeconds, epochSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { transactQuietly } from '#lib/foundation/table/transact-quietly.ts';
import { putNew, type Write } from '#lib/foundation/table/writes/write.ts';
import type { ApplicationInput } from '#lib/program/applications/schema/endpoints.ts';
import type { Application } from '#lib/program/applications/schema/stored.ts';
import { newLink } from '#lib/program/creator-sessions/rules/links.ts';
import { linkSeconds } from '#lib/program/creator-sessions/rules/session.ts';

const maxFromAddress = 20;

/** People behind one network share an address, so the limit is far above the applications of one person. */
function countFrom(brand: Brand, sourceIp: string, now: Date): Write {
  const hour = Math.floor(now.getTime() / (secondsPerHour * 1000));
  const limitReached = () =>
    new DomainError('tooManyRequests', 'email_limit_reached', 'Too many applications from this address');
  return {
    kind: 'update',
    key: creatorKeys.applicationsFrom(brand.id, addressHashOf(brand, sourceIp), hour),
    set: { expiresAt: epochSeconds(addSeconds(now, 2 * secondsPerHour)) },
    add: { sent: 1 },
    condition: 'attribute_not_exists(#sent) OR #sent < :limit',
    values: { limit: maxFromAddress },
    refused: limitReached,
  };
}

export async function apply(
  brand: Brand | undefined,
  { website = '', name, email, profileUrl, message, language }: ApplicationInput,
  sourceIp: string,
  now: Date,
): Promise<void> {
  const isOpen = brand?.portal.enabled === true && brand.portal.applications !== 'closed';
  if (!isOpen || website !== '') return;
  const brandId = brand.id;
  const id = newId('affiliate', now);
  const expiresAt = epochSeconds(addSeconds(now, linkSeconds.creatorApplication));
  const shown = { profileUrl: profileUrl ?? null, message: message ?? null };
  const application: Application = { id, name, email, ...shown, ...(language && { language }), expiresAt };
  const link = newLink('creatorApplication', { id, brandId }, brand.slug, now);
  await transactQuietly([
    countFrom(brand, sourceIp, now),
    countLink(normalizeEmail(email), { purpose: 'creatorApplication', brandId }, now),
    putNew({ ...creatorKeys.application(brandId, id), ...application }),
    queueEmail(
      {
        ...{ kind: 'creatorApplication', brandId, to: email, brandName: brand.name, link, language },
        logo: brand.portal.logo,
      },
      now,
    ),
  ]);
}
