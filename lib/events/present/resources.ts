// Defines the events of each kind of items.
import { presentAffiliate } from '#lib/affiliates/present.ts';
import { storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import { presentApiKey } from '#lib/api-keys/present.ts';
import { storedApiKey, storedUse } from '#lib/api-keys/schema/stored.ts';
import { presentBrand } from '#lib/brands/present.ts';
import { storedBrand } from '#lib/brands/schema.ts';
import { presentCampaign } from '#lib/campaigns/present.ts';
import { storedCampaign } from '#lib/campaigns/schema.ts';
import { presentCommission } from '#lib/commissions/present.ts';
import { storedCommission } from '#lib/commissions/schema/commission.ts';
import { presentConversion } from '#lib/conversions/present.ts';
import { customerOf } from '#lib/conversions/rules/list-keys.ts';
import { storedConversion } from '#lib/conversions/schema/conversion.ts';
import { presentDiscount } from '#lib/discounts/present.ts';
import { storedDiscount } from '#lib/discounts/schema/discount.ts';
import { payoutAtLastEvent } from '#lib/events/rules/payout-states.ts';
import { ofAffiliate, ofCampaign, ofCommission, ofPayout } from '#lib/events/rules/status-events.ts';
import { storedAuditEntry } from '#lib/events/schema/audit-entry.ts';
import { presentPayout } from '#lib/payouts/present.ts';
import { storedPayout } from '#lib/payouts/schema/stored.ts';
import { presentErasure } from '#lib/privacy/present/erasure.ts';
import { referenceTo } from '#lib/privacy/rules/erasure.ts';
import { storedErasure } from '#lib/privacy/schema/erasure.ts';
import type { RecordedKind } from '#lib/table/keys/event-keys.ts';
import { presentUser } from '#lib/users/present.ts';
import { storedUser } from '#lib/users/schema/stored.ts';
import { presentEndpoint } from '#lib/webhooks/present/endpoint.ts';
import { storedEndpoint } from '#lib/webhooks/schema/stored.ts';
import { defineResource, type Resource } from './resource.ts';

export const resources: Readonly<Record<RecordedKind, Resource>> = {
  affiliate: defineResource({
    schema: storedAffiliate,
    present: (affiliate, { brand }) => presentAffiliate(affiliate, brand.currency),
    derivedFields: ['totalRevenue', 'totalOrders', 'commissionEarned'],
    created: ({ status }) => ofAffiliate[status],
    changed: (before, after) =>
      before.status === after.status ? 'affiliate.updated' : ofAffiliate[after.status],
  }),
  campaign: defineResource({
    schema: storedCampaign,
    present: (campaign, { brand, at }) => presentCampaign(campaign, brand, at),
    derivedFields: ['isRunning', 'creatorsCount', 'totalRevenue'],
    created: () => 'campaign.created',
    changed: (before, after) =>
      before.status === after.status ? 'campaign.updated' : ofCampaign[after.status],
    deleted: 'campaign.deleted',
  }),
  discount: defineResource({
    schema: storedDiscount,
    present: (discount, { brand }) => presentDiscount(discount, brand.currency),
    derivedFields: ['usageCount', 'totalRevenue'],
    created: () => 'discount.created',
    changed: () => 'discount.updated',
    deleted: 'discount.deleted',
  }),
  conversion: defineResource({
    schema: storedConversion,
    present: (conversion) => presentConversion(conversion),
    customerKeyOf: customerOf,
    created: () => 'conversion.recorded',
    changed: (before, after) =>
      before.refundedAmount === after.refundedAmount ? 'conversion.updated' : 'conversion.refunded',
  }),
  commission: defineResource({
    schema: storedCommission,
    present: (commission) => presentCommission(commission),
    customerKeyOf: (_, { order, brand }) => order && customerOf(storedConversion.parse(order), { brand }),
    created: () => 'commission.created',
    changed: (before, after) => {
      if (before.status !== after.status) return ofCommission[after.status];
      if (before.amount !== after.amount) return 'commission.adjusted';
      return before.hold === null && after.hold !== null ? 'commission.held' : undefined;
    },
  }),
  payout: defineResource({
    schema: storedPayout,
    present: (payout) => presentPayout(payout),
    atLastEvent: payoutAtLastEvent,
    created: () => 'payout.created',
    changed: (before, after) => (before.status === after.status ? undefined : ofPayout[after.status]),
  }),
  user: defineResource({
    schema: storedUser,
    present: (user) => presentUser(user),
    hidden: ({ passwordVersion, invitedAt }) => ({ passwordVersion, invitedAt }),
    created: ({ status }) => (status === 'invited' ? 'user.invited' : 'user.created'),
    changed: (before, after) => {
      if (before.status !== after.status) return 'user.activated';
      if (before.invitedAt !== after.invitedAt) return 'user.invited';
      if (before.sessionsEndedAt !== after.sessionsEndedAt) return 'user.sessions_ended';
      return before.passwordVersion === after.passwordVersion ? 'user.updated' : 'user.password_changed';
    },
    deleted: 'user.deleted',
  }),
  apiKey: defineResource({
    schema: storedApiKey,
    present: (apiKey) => presentApiKey(apiKey, null),
    created: () => 'api_key.created',
    changed: () => 'api_key.updated',
    deleted: 'api_key.deleted',
  }),
  apiKeyUse: defineResource({
    schema: storedUse,
    present: ({ addresses }) => ({ addresses: addresses.length }),
    hidden: ({ addresses }) => addresses.map(({ hash }) => hash),
    created: ({ addresses }) => (addresses.length === 0 ? undefined : 'api_key.first_used_from_address'),
    changed: () => 'api_key.first_used_from_address',
  }),
  auditEntry: defineResource({
    schema: storedAuditEntry,
    present: ({ data }) => data,
    resourceIdOf: ({ resourceId }) => String(resourceId),
    created: ({ entryType }) => entryType,
    changed: () => undefined,
  }),
  erasure: defineResource({
    schema: storedErasure,
    present: (erasure) => presentErasure(erasure),
    customerKeyOf: ({ customerKey }) => customerKey ?? undefined,
    hidden: ({ phase }) => phase,
    resourceIdOf: (item) => referenceTo(storedErasure.parse(item)).for,
    created: () => undefined,
    changed: (before, after) =>
      before.phase !== 'record' && after.phase === 'record'
        ? `${after.subject}.personal_data_erased`
        : undefined,
  }),
  webhookEndpoint: defineResource({
    schema: storedEndpoint,
    present: (endpoint) => presentEndpoint(endpoint),
    created: () => 'webhook_endpoint.created',
    changed: (before, after) =>
      before.status === 'enabled' && after.status === 'disabled'
        ? 'webhook_endpoint.disabled'
        : 'webhook_endpoint.updated',
    deleted: 'webhook_endpoint.deleted',
  }),
  brand: defineResource({
    schema: storedBrand,
    present: (brand) => ({
      ...presentBrand(brand),
      plan: brand.plan,
      subscriptionStatus: brand.subscriptionStatus,
    }),
    created: () => undefined,
    changed: () => 'settings.updated',
  }),
};
