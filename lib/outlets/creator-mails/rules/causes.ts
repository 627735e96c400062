// Decides which events cause e-mails to creators.
import * as z from 'zod';
import type { CreatorMailKind } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';

export interface Cause {
  readonly kind: CreatorMailKind;
  readonly affiliateId: string;
  /** An e-mail has one cause, such as a payout. Undefined for kinds whose e-mail has the events of some minutes. */
  readonly key: string | undefined;
  readonly about: string;
  /** In minor units. */
  readonly amount: number;
  readonly ids: readonly string[];
}

type Event = Pick<RecordedEvent, 'id' | 'type' | 'resourceId' | 'data' | 'changes'>;

const cause = (kind: CreatorMailKind, affiliateId: string, key?: string): Cause => ({
  ...{ kind, affiliateId, key, about: '', amount: 0, ids: [] },
});

const commissionData = z.object({
  id: z.string(),
  affiliateId: z.string(),
  amount: z.number(),
  currency: z.string(),
  payoutId: z.string().nullable(),
});

function causeOfCommission({ type, data }: Event): Cause | undefined {
  const { id, affiliateId, amount: decimal, currency, payoutId } = commissionData.parse(data);
  const amount = toMinor(decimal, currency, 'amount');
  switch (type) {
    case 'commission.approved':
      return { ...cause('commissionApproved', affiliateId), amount };
    case 'commission.rejected':
      return { ...cause('commissionRejected', affiliateId), amount, ids: [id] };
    default:
      // A commission that was settled elsewhere has no payout.
      return payoutId === null
        ? undefined
        : { ...cause('payoutSent', affiliateId, payoutId), about: payoutId };
  }
}

/** The end of a pause or of a ban is no welcome. */
function isFirstActivation({ changes: { status } }: Event): boolean {
  return status === undefined || (status.before !== 'paused' && status.before !== 'banned');
}

const changesRate = ({ changes }: Event): boolean =>
  changes.commissionOverride !== undefined || changes.group !== undefined;

/** Returns undefined for an event that causes no e-mail to one creator. */
export function causeOf(event: Event): Cause | undefined {
  const { id, type, resourceId, data } = event;
  switch (type) {
    case 'affiliate.invited':
      return cause('invitation', resourceId, id);
    case 'affiliate.activated':
      return isFirstActivation(event) ? cause('welcome', resourceId, id) : undefined;
    case 'affiliate.declined':
      return cause('applicationDeclined', resourceId, id);
    case 'dispute.accepted':
    case 'dispute.rejected':
      return { ...cause('disputeAnswered', String(data.affiliateId), id), about: resourceId };
    case 'affiliate.updated':
      return changesRate(event) ? cause('termsChanged', resourceId) : undefined;
    case 'affiliate.terms_updated':
      return cause('termsChanged', resourceId);
    case 'affiliate.payout_details_changed':
      return {
        ...cause('payoutDetailsChanged', String(data.affiliateId), id),
        about: String(data.usableFrom ?? ''),
      };
    case 'commission.approved':
    case 'commission.rejected':
    case 'commission.paid':
      return causeOfCommission(event);
    default:
      return undefined;
  }
}

/**
 * The creators whose terms an event changes: all, those of a group, or the members of a campaign. Or the creators whom a payout excludes.
 */
export type Audience =
  | { readonly all: true }
  | { readonly group: string }
  | { readonly campaignId: string }
  | { readonly payoutId: string };

export function audienceOf({ type, resourceId, data, changes }: Event): Audience | undefined {
  switch (type) {
    case 'payout.canceled':
      // A payout of nobody is canceled instead of ready.
      return data.emptyReason === 'creatorsExcluded' ? { payoutId: resourceId } : undefined;
    case 'payout.ready':
      return data.excludedCount === 0 ? undefined : { payoutId: resourceId };
    case 'affiliate.group_terms_updated':
      return { group: resourceId };
    case 'campaign.terms_updated':
      return { campaignId: resourceId };
    case 'campaign.updated':
      return changes.commission === undefined ? undefined : { campaignId: resourceId };
    case 'settings.terms_updated':
      return { all: true };
    case 'settings.updated':
      return changes.commission === undefined ? undefined : { all: true };
    default:
      return undefined;
  }
}

export const kindFor = (audience: Audience): CreatorMailKind =>
  'payoutId' in audience ? 'payoutDetailsMissing' : 'termsChanged';

/** Most events cause no e-mail, so the stream skips segments without one. */
export const causesMail = (event: Event): boolean =>
  causeOf(event) !== undefined || audienceOf(event) !== undefined;

export const isSegmentWork = (id: string): boolean => isIdOf('event', id);
