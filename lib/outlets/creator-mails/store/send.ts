// Sends e-mails to creators, in the worker behind the queue.
import { logoUrlOf } from '#lib/access/brands/rules/logo-url.ts';
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import type { Email } from '#lib/access/email/schema.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { updateIf } from '#lib/foundation/table/conditional.ts';
import { creatorMailKeys } from '#lib/foundation/table/keys/creator-mail-keys.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { tagsOf, unsubscribeUrlOf, urlOf } from '#lib/outlets/creator-mails/rules/links.ts';
import { renderMail } from '#lib/outlets/creator-mails/rules/render.ts';
import { isWantedByBrand, isWantedByCreator } from '#lib/outlets/creator-mails/rules/wanted.ts';
import { type StoredMail, storedMail } from '#lib/outlets/creator-mails/schema/stored.ts';
import { type Affiliate, storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { receivesMail } from './dispatch.ts';
import { type LinkOf, readValues } from './values.ts';

export interface MailService {
  readonly sendEmail: (id: string, kind: string, email: Email) => Promise<void>;
  readonly createLinkKey: () => Promise<Uint8Array>;
  readonly linkOf: LinkOf;
}

async function readRecipient(
  { brandId, affiliateId }: StoredMail,
  createLinkKey: MailService['createLinkKey'],
) {
  const [brand, creator, key] = await getItems([
    keys.brand(brandId),
    affiliateKey(brandId, affiliateId),
    emailKeys.linkKey(),
  ]);
  if (brand === undefined || creator === undefined) return undefined;
  return {
    brand: storedBrand.parse(brand),
    creator: storedAffiliate.parse(creator),
    key: key === undefined ? await createLinkKey() : Buffer.from(String(key.secret), 'base64url'),
  };
}

const isWanted = ({ kind }: StoredMail, brand: Brand, creator: Affiliate): boolean =>
  isWantedByBrand(kind, brand) && isWantedByCreator(kind, creator) && receivesMail(brand.id);

/** Returns undefined for an e-mail that nobody wants any more. */
async function compose(mail: StoredMail, { createLinkKey, linkOf }: MailService): Promise<Email | undefined> {
  const found = await readRecipient(mail, createLinkKey);
  if (found === undefined) return undefined;
  const { brand, creator, key } = found;
  if (!isWanted(mail, brand, creator)) return undefined;
  const { email: to, language = 'en' } = mail.to ?? creator;
  const values = await readValues(mail, { brand, creator, language }, linkOf);
  if (values === undefined) return undefined;
  const services = { key, apiUrl: environment.API_URL ?? '' };
  return renderMail({
    kind: mail.kind,
    ...{ to, language, values },
    isTest: brand.testOf !== undefined,
    url: urlOf(mail, brand, creator, services),
    unsubscribeUrl: unsubscribeUrlOf(mail, language, services),
    logoUrl: logoUrlOf(brand),
    replyTo: brand.creatorMails?.replyTo ?? brand.portal.supportEmail,
    tags: tagsOf(mail, to),
  });
}

/**
 * Closes the e-mail first, so that later events begin another one. If the function dies between the sending and the mark, a repeated
 * message sends it again: Amazon SES has no idempotency keys.
 */
export async function sendMail(
  { brandId, id }: { readonly brandId: string; readonly id: string },
  service: MailService,
): Promise<void> {
  const key = creatorMailKeys.creatorMail(brandId, id);
  const item = await updateIf(key, {
    setOnce: { closedAt: now().toISOString() },
    condition: 'attribute_exists(#pk) AND attribute_not_exists(#doneAt)',
  });
  if (item === undefined) return;
  const mail = storedMail.parse(item);
  const email = await compose(mail, service);
  if (email !== undefined) await service.sendEmail(mail.id, mail.kind, email);
  const done = { set: { doneAt: now().toISOString() }, remove: ['to'], condition: 'attribute_exists(#pk)' };
  await updateIf(key, done);
}
