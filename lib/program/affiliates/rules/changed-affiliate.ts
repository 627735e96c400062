// Applies changes to a creator.

import type { Brand } from '#lib/access/brands/schema.ts';
import { type AnnotationChanges, changedAnnotations } from '#lib/foundation/shared/annotations.ts';
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import { afterUpdate } from '#lib/foundation/shared/past-values.ts';
import { type RateInput, toStoredRate } from '#lib/foundation/shared/rates.ts';
import { canSignIn } from '#lib/program/affiliates/rules/status.ts';
import type { Affiliate, AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';

interface Changes extends AnnotationChanges {
  readonly status?: AffiliateStatus | undefined;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly commissionOverride?: RateInput | null | undefined;
  readonly group?: string | null | undefined;
  readonly profileUrl?: string | null | undefined;
}

const endsSessions = (before: Affiliate, after: Pick<Affiliate, 'status' | 'email'>): boolean =>
  normalizeEmail(before.email) !== normalizeEmail(after.email) ||
  (before.status !== after.status && !canSignIn(after.status));

/** An absent field keeps its value. Throws a 409 for a creator whose personal data was erased. */
export function changedAffiliate(
  before: Affiliate,
  changes: Changes,
  { currency }: Pick<Brand, 'currency'>,
  now: Date,
): Affiliate {
  if (before.erasedRevision !== undefined) {
    throw conflict(
      'affiliate_erased',
      `The personal data of ${before.id} was erased, so it cannot be changed: invite a new creator`,
    );
  }
  const { commissionOverride: override } = changes;
  const newOverride = override && toStoredRate(override, currency, 'commissionOverride.value');
  const status = changes.status ?? before.status;
  const commissionOverride = newOverride === undefined ? before.commissionOverride : newOverride;
  const group = changes.group === undefined ? before.group : changes.group;
  return {
    ...before,
    status,
    pastStatuses: afterUpdate(before.pastStatuses, { before: before.status, after: status }, now),
    email: changes.email ?? before.email,
    name: changes.name ?? before.name,
    commissionOverride,
    pastOverrides: afterUpdate(
      before.pastOverrides,
      { before: before.commissionOverride, after: commissionOverride },
      now,
    ),
    group,
    pastGroups: afterUpdate(before.pastGroups, { before: before.group, after: group }, now),
    profileUrl: changes.profileUrl === undefined ? before.profileUrl : changes.profileUrl,
    ...changedAnnotations(before, changes),
    ...(endsSessions(before, { status, email: changes.email ?? before.email }) && {
      sessionVersion: (before.sessionVersion ?? 0) + 1,
    }),
    revision: before.revision + 1,
  };
}
