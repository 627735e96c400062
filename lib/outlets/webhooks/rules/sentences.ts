// Writes a sentence for each type of event, for people who read it in a chat.
import type { EventType } from '#lib/foundation/contract/event-types.ts';
import { money } from './chat-text.ts';
import type { testEventType } from './formats.ts';
import {
  commission,
  creator,
  customer,
  discount,
  endpoint,
  link,
  named,
  order,
  payout,
  payoutDetails,
  user,
} from './sentence-data.ts';
import {
  type ChatEvent,
  changed,
  earned,
  erased,
  newTerms,
  ofApiKey,
  ofCampaign,
  ofCommission,
  ofConnection,
  ofCreator,
  ofDiscount,
  ofDispute,
  ofEndpoint,
  ofFinding,
  ofLink,
  ofPayout,
  ofUser,
  type Sentence,
  sentence,
  withRole,
} from './sentence-forms.ts';

const sentences: Readonly<Record<EventType | typeof testEventType, Sentence>> = {
  'affiliate.invited': ofCreator('was invited'),
  'affiliate.activated': ofCreator('became active'),
  'affiliate.paused': ofCreator('was paused'),
  'affiliate.banned': ofCreator('was banned'),
  'affiliate.applied': ofCreator('applied'),
  'affiliate.declined': ofCreator('was declined'),
  'affiliate.personal_data_erased': erased,
  'affiliate.updated': sentence(creator, changed),
  'affiliate.payout_details_changed': sentence(
    payoutDetails,
    ({ affiliateId }) => `The payment details of ${affiliateId} changed`,
  ),
  'affiliate.terms_updated': newTerms,
  'affiliate.group_terms_updated': newTerms,
  'campaign.created': ofCampaign('was created'),
  'campaign.activated': ofCampaign('became active'),
  'campaign.paused': ofCampaign('was paused'),
  'campaign.ended': ofCampaign('ended'),
  'campaign.updated': sentence(named, ({ name }, event) => changed(`Campaign "${name}"`, event)),
  'campaign.terms_updated': newTerms,
  'campaign.deleted': ofCampaign('was deleted'),
  'discount.created': ofDiscount('was created'),
  'discount.updated': sentence(discount, changed),
  'discount.deleted': ofDiscount('was deleted'),
  'link.created': ofLink('was created'),
  'link.updated': sentence(link, changed),
  'link.deleted': ofLink('was deleted'),
  'conversion.recorded': sentence(order, ({ orderId, kind, amount, currency, affiliateId }) => {
    const attributed = affiliateId === null ? '' : ` for ${affiliateId}`;
    const subject =
      kind === 'sale' ? `Order ${orderId} of ${money(amount, currency)}` : `The ${kind} ${orderId}`;
    return `${subject} was recorded${attributed}`;
  }),
  'conversion.refunded': sentence(
    order,
    ({ orderId, amount, refundedAmount, currency }) =>
      `${money(refundedAmount, currency)} of order ${orderId} (${money(amount, currency)}) was refunded`,
  ),
  'conversion.refund_reversed': sentence(
    order,
    ({ orderId, amount, refundedAmount, currency }) =>
      `A refund of order ${orderId} was reversed: ${money(refundedAmount, currency)} of ${money(amount, currency)} is refunded now`,
  ),
  'conversion.canceled': sentence(order, ({ orderId }) => `Order ${orderId} was canceled`),
  'conversion.updated': sentence(order, ({ orderId }, event) => changed(`Order ${orderId}`, event)),
  'customer.updated': sentence(
    customer,
    ({ subject, affiliateId }) => `${subject} was moved to ${affiliateId}`,
  ),
  'customer.personal_data_erased': erased,
  'commission.created': sentence(commission, earned),
  'commission.held': ofCommission('was held for review'),
  'commission.approved': ofCommission('was approved'),
  'commission.rejected': ofCommission('was rejected'),
  'commission.reversed': ofCommission(
    'was reversed',
    ({ originalAmount, amount }) => originalAmount ?? amount,
  ),
  'commission.restored': ofCommission('counts again'),
  'commission.adjusted': ofCommission('was adjusted'),
  'commission.paid': ofCommission('was paid'),
  'commission.payment_reversed': ofCommission('is payable again, because its payment was taken back'),
  'dispute.opened': ofDispute('was opened'),
  'dispute.accepted': ofDispute('was accepted'),
  'dispute.rejected': ofDispute('was rejected'),
  'dispute.withdrawn': ofDispute('was withdrawn'),
  'fraud_finding.created': ofFinding('matches a fraud rule'),
  'fraud_finding.dismissed': ofFinding('is no fraud'),
  'fraud_finding.confirmed': ofFinding('is fraud'),
  'payout.created': () => 'A payout was created',
  'payout.ready': ofPayout('can be paid'),
  'payout.paid': ofPayout('was paid'),
  'payout.updated': ofPayout('has a line that was marked as paid or failed'),
  'payout.reopened': ofPayout('was reopened'),
  'payout.canceled': sentence(payout, ({ emptyReason }) =>
    emptyReason === null ? 'A payout was canceled' : 'A payout was canceled, because nothing was payable',
  ),
  'user.invited': withRole('was invited'),
  'user.created': withRole('was added'),
  'user.activated': ofUser('accepted the invitation'),
  'user.password_changed': ofUser('changed the password'),
  'user.sessions_ended': ofUser('ended all sessions'),
  'user.updated': sentence(user, ({ name }, event) => changed(name, event)),
  'user.deleted': ofUser('was removed'),
  'api_key.created': ofApiKey('was created'),
  'api_key.updated': sentence(named, ({ name }, event) => changed(`API key "${name}"`, event)),
  'api_key.deleted': ofApiKey('was revoked'),
  'webhook_endpoint.created': ofEndpoint('was created'),
  'webhook_endpoint.updated': sentence(endpoint, ({ subject }, event) => changed(subject, event)),
  'webhook_endpoint.disabled': sentence(
    endpoint,
    ({ subject, reason }) => `${subject} was disabled${reason}`,
  ),
  'webhook_endpoint.deleted': ofEndpoint('was deleted'),
  'webhook_endpoint.test': ofEndpoint('was tested'),
  'connection.created': ofConnection('was created'),
  'connection.updated': sentence(named, ({ name }, event) => changed(`The connection "${name}"`, event)),
  'connection.failed': ofConnection('failed'),
  'connection.recovered': ofConnection('works again'),
  'connection.deleted': ofConnection('was deleted'),
  'settings.updated': sentence(named, ({ name }, event) => changed(`The settings of ${name}`, event)),
  'settings.terms_updated': newTerms,
};

const byType = new Map<unknown, Sentence>(Object.entries(sentences));

export const sentenceOf = (type: unknown, event: ChatEvent): string | undefined => byType.get(type)?.(event);
