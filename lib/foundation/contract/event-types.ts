// Lists the types of events. The contract, the recorder and the documents derive everything else from these tables.

export const eventTypes = {
  'affiliate.invited': 'A creator was invited.',
  'affiliate.activated': 'A creator became active.',
  'affiliate.paused': 'A creator was paused.',
  'affiliate.banned': 'A creator was banned.',
  'affiliate.applied': 'A person applied, and waits for a decision.',
  'affiliate.declined': 'An application was declined.',
  'affiliate.personal_data_erased': 'The personal data of a creator was erased.',
  'affiliate.updated': 'Other fields of a creator changed.',
  'affiliate.payout_details_changed':
    'The payment details or tax data of a creator changed. The event contains no account and no tax number.',
  'affiliate.terms_updated': 'A version of the terms of a creator was set.',
  'affiliate.group_terms_updated':
    'A version of the terms of a group of creators was set. `resourceId` is the name of the group.',
  'campaign.created': 'A campaign was created. Its status can be `active` from the beginning.',
  'campaign.activated': 'A campaign became active.',
  'campaign.paused': 'A campaign was paused.',
  'campaign.ended': 'A campaign was ended.',
  'campaign.updated': 'Other fields of a campaign changed.',
  'campaign.terms_updated': 'A version of the terms of a campaign was set.',
  'campaign.deleted': 'A draft of a campaign was deleted.',
  'discount.created': 'A discount code was created.',
  'discount.updated': 'The status, the validity, the external id or the metadata of a discount code changed.',
  'discount.deleted': 'A discount code was deleted.',
  'link.created': 'A link of a creator was created.',
  'link.updated': 'The slug, the page, the campaign, the parameters or the name of a link changed.',
  'link.deleted': 'A link of a creator was deleted.',
  'conversion.recorded': 'An order was recorded.',
  'conversion.refunded': 'An order was refunded, in full or in part.',
  'conversion.refund_reversed': 'A refund of an order was reversed, so it no longer counts.',
  'conversion.canceled': 'An order was canceled.',
  'conversion.updated': 'The amount, the creator or another field of an order changed.',
  'customer.updated': 'A customer was moved to another creator, or to nobody.',
  'customer.personal_data_erased': 'The personal data of a customer was erased.',
  'commission.created': 'A commission was created.',
  'commission.held':
    'A commission was held for review, also one that was approved and is pending again. One that is held from its creation on has `hold` in `commission.created`.',
  'commission.approved': 'A commission was approved.',
  'commission.rejected': 'A commission was rejected.',
  'commission.reversed':
    'A commission was taken back, because its order was refunded in full, canceled, or belongs to somebody else.',
  'commission.restored':
    'A rejected or reversed commission counts again, with the `status` that it had: `pending` or `approved`.',
  'commission.adjusted': 'The amount of a commission changed with its order.',
  'commission.paid': 'A commission was paid.',
  'commission.payment_reversed':
    'The payment of a commission was taken back, because its payout was reopened, or its line failed.',
  'dispute.opened': 'A creator disputes an order or a commission.',
  'dispute.accepted': 'A dispute was accepted. It moves no money by itself.',
  'dispute.rejected': 'A dispute was rejected.',
  'dispute.withdrawn': 'A dispute was withdrawn, by the creator or by an erasure of the creator.',
  'fraud_finding.created': 'An order matches fraud rules of the brand.',
  'fraud_finding.dismissed': 'A fraud finding was dismissed, so its hold or rejection ends.',
  'fraud_finding.confirmed': 'A fraud finding was confirmed.',
  'payout.created': 'A payout was created. It still collects approved commissions.',
  'payout.ready': 'A payout can be paid.',
  'payout.paid': 'All commissions of a payout are marked as paid.',
  'payout.updated': 'A line of a payout was marked as paid, or as failed.',
  'payout.reopened': 'A payout that was marked as paid can be paid again.',
  'payout.canceled': 'A payout was canceled, and its commissions are released.',
  'user.invited': 'A user was invited, or the invitation was sent again.',
  'user.created': 'A user was created without an invitation.',
  'user.activated': 'A user accepted the invitation.',
  'user.password_changed': 'A user changed or reset the password.',
  'user.sessions_ended': 'A user ended all sessions with a logout.',
  'user.updated': 'The name, the role or the second factor of a user changed.',
  'user.deleted': 'A user was removed.',
  'api_key.created': 'An API key was created.',
  'api_key.updated': 'The name, the scopes, the expiry or the addresses of an API key changed.',
  'api_key.deleted': 'An API key was revoked.',
  'webhook_endpoint.created': 'A webhook endpoint was created.',
  'webhook_endpoint.updated':
    'The URL, the events, the description, the format or the secret of a webhook endpoint changed, or it was enabled.',
  'webhook_endpoint.disabled':
    'A webhook endpoint was disabled, by a user or by the service. `data.disabledReason` says why.',
  'webhook_endpoint.deleted': 'A webhook endpoint was deleted.',
  'connection.created': 'A connection with a shop was created.',
  'connection.updated': 'The name, the settings, the secret or the status of a connection changed.',
  'connection.failed':
    'A message of a shop could not be applied, or the shop has removed the connection. `data.failure` says why. Further failures cause no event until a message succeeds.',
  'connection.recovered': 'A message of a shop was applied again after a failure.',
  'connection.deleted': 'A connection with a shop was deleted.',
  'settings.updated': 'The settings, the plan or the subscription of the brand changed.',
  'settings.terms_updated': 'A version of the terms of the brand was set.',
} as const;

/** Entries that only the audit trail shows. They are not in the feed, and webhooks do not send them. */
export const auditTypes = {
  'session.created': 'A user logged in.',
  'session.failed': 'A login of an existing user failed. Many failures within 15 minutes have fewer entries.',
  'session.ended': 'A user logged out.',
  'api_key.first_used_from_address':
    'An API key was used from an address that it had not been used from recently.',
  'exchange_rate.updated': 'A stored exchange rate was set or changed.',
  'payout_file.downloaded': 'A file with the accounts of creators was downloaded, to pay a payout.',
  'import.started': 'An import of a file was started.',
  'operator.command_run': 'The operator of the service ran a command for the brand.',
} as const;

export const recordedTypes = { ...eventTypes, ...auditTypes } as const;

/** Entries of requests and commands that change no recorded item. */
export type EntryType = Exclude<
  keyof typeof auditTypes,
  'api_key.first_used_from_address' | 'exchange_rate.updated'
>;

export type EventType = keyof typeof eventTypes;
export type RecordedType = keyof typeof recordedTypes;
