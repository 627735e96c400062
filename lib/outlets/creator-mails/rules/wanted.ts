// Decides whether a creator receives an e-mail.

import { defaultCreatorMails } from '#lib/access/brands/schema/creator-mails.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import {
  type CreatorMailKind,
  isBrandKind,
  isOptionalKind,
} from '#lib/access/email/rules/creator-mail-kinds.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';

type Settings = Pick<Brand, 'creatorMails' | 'portal'>;

/** These e-mails ask the creator to do something in the portal. */
const leadsToPortal = (kind: CreatorMailKind): boolean =>
  kind === 'invitation' || kind === 'payoutDetailsMissing';

export function isWantedByBrand(kind: CreatorMailKind, { creatorMails, portal }: Settings): boolean {
  const { enabled, off } = creatorMails ?? defaultCreatorMails();
  if (leadsToPortal(kind) && !portal.enabled) return false;
  return !isBrandKind(kind) || (enabled && !off.includes(kind));
}

const isNoInvitation = (kind: CreatorMailKind): boolean =>
  kind !== 'invitation' && kind !== 'applicationDeclined';

/** Others, such as people who apply, receive none of these e-mails. */
const kindsByStatus: Readonly<Record<string, (kind: CreatorMailKind) => boolean>> = {
  invited: (kind) => kind !== 'welcome' && kind !== 'applicationDeclined',
  active: isNoInvitation,
  paused: isNoInvitation,
  declined: (kind) => kind === 'applicationDeclined',
  banned: (kind) => kind === 'payoutSent' || kind === 'payoutDetailsChanged',
};

const hasStatusFor = (kind: CreatorMailKind, { status }: Affiliate): boolean =>
  kindsByStatus[status]?.(kind) ?? false;

/** An erased creator has only the e-mail about the erasure, whose address is in the e-mail. */
export function isWantedByCreator(kind: CreatorMailKind, creator: Affiliate): boolean {
  if (creator.mailStatus !== undefined) return false;
  if (kind === 'accountErased') return true;
  if (creator.erasedRevision !== undefined) return false;
  const isOff = isOptionalKind(kind) && (creator.mailsOff ?? []).includes(kind);
  return !isOff && hasStatusFor(kind, creator);
}
