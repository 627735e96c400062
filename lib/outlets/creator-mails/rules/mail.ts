// Decides the ids of e-mails to creators, and when they are sent.
import { hash } from 'node:crypto';
import type { CreatorMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';
import type { Cause } from './causes.ts';

const minute = 60;
const week = 7 * 24 * 60 * minute;

/** An e-mail of these kinds has all events of so many seconds. */
const windowSeconds: { readonly [Kind in CreatorMailKind]?: number } = {
  commissionApproved: minute,
  commissionRejected: minute,
  termsChanged: 10 * minute,
};

/** The commissions of a payout are marked as paid one after the other. */
const payoutDelaySeconds = 60;

export const delaySecondsOf = (kind: CreatorMailKind): number =>
  kind === 'payoutSent' ? payoutDelaySeconds : (windowSeconds[kind] ?? 0);

export const isGrouped = (kind: CreatorMailKind): boolean => windowSeconds[kind] !== undefined;

/** A brand can prepare several payouts in a week, and a creator receives one e-mail about them. */
const onceInSeconds: { readonly [Kind in CreatorMailKind]?: number } = {
  ...windowSeconds,
  payoutDetailsMissing: week,
};

/** The cause of an e-mail that has all events of a window is that window. */
export function causeKey({ kind, key }: Pick<Cause, 'kind' | 'key'>, at: Date): string {
  const seconds = onceInSeconds[kind];
  return key ?? String(Math.floor(at.getTime() / 1000 / (seconds ?? 1)));
}

/** Equal causes have equal ids, so a repeated batch creates no second e-mail. */
export function mailId(affiliateId: string, kind: CreatorMailKind, key: string): string {
  const length = 22;
  return `${affiliateId}.${hash('sha256', JSON.stringify([affiliateId, kind, key]), 'base64url').slice(0, length)}`;
}
