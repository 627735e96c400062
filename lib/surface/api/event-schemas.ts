// Defines the events of each kind of resource with the schema of their `data`. Only the OpenAPI document, the documents and tests
// read it, so that no bundle contains the schemas of all resources.
import * as z from 'zod';
import { apiKeyAnswer } from '#lib/access/api-keys/schema/endpoints.ts';
import { planName, subscriptionStatus } from '#lib/access/billing/rules/plans.ts';
import { brandAnswer } from '#lib/access/brands/schema/settings.ts';
import { userAnswer } from '#lib/access/users/schema/users.ts';
import { erasureAnswer } from '#lib/care/privacy/schema/erasure.ts';
import { linkAnswer } from '#lib/clicks/links/schema/endpoints.ts';
import { type EventType, eventTypes } from '#lib/foundation/contract/event-types.ts';
import { commissionAnswer } from '#lib/money/commissions/schema/answers.ts';
import { conversionAnswer } from '#lib/money/conversions/schema/endpoints.ts';
import { customerAnswer } from '#lib/money/customers/schema/endpoints.ts';
import { disputeAnswer } from '#lib/money/disputes/schema/endpoints.ts';
import { findingAnswer } from '#lib/money/fraud/schema/endpoints.ts';
import { payoutDetailsEvent } from '#lib/money/payment-details/schema/answer.ts';
import { payoutAnswer } from '#lib/money/payouts/schema/answers.ts';
import { endpointAnswer } from '#lib/outlets/webhooks/schema/endpoints.ts';
import { affiliateAnswer } from '#lib/program/affiliates/schema/endpoints.ts';
import { campaignAnswer } from '#lib/program/campaigns/schema/endpoints.ts';
import { discountAnswer } from '#lib/program/discounts/schema/endpoints.ts';
import { versionAnswer } from '#lib/program/terms/schema/endpoints.ts';
import { eventAnswer } from '#lib/record/events/schema/event.ts';
import { connectionEvent } from '#lib/shops/connections/schema/endpoints.ts';

type Name = EventType extends `${infer Name}.${string}` ? Name : never;

/** The part of a type before the dot. The events of erasures, payment details and terms have groups of their own, because their data is not the resource. */
type Group = Name | 'erasure' | 'payoutDetails' | 'terms';

const settings = brandAnswer
  .extend({
    plan: planName.meta({ description: 'The plan of the brand.' }),
    subscriptionStatus: subscriptionStatus.meta({ description: 'The status of the subscription.' }),
  })
  .meta({ id: 'Settings', description: 'The settings of the brand, with its plan and subscription.' });

interface ResourceEvents {
  /** The name of the schema in the OpenAPI document. */
  readonly name: string;
  readonly data: z.ZodType;
}

const resources: Readonly<Record<Group, ResourceEvents>> = {
  affiliate: { name: 'AffiliateEvent', data: affiliateAnswer },
  campaign: { name: 'CampaignEvent', data: campaignAnswer },
  discount: { name: 'DiscountEvent', data: discountAnswer },
  link: { name: 'LinkEvent', data: linkAnswer },
  conversion: { name: 'ConversionEvent', data: conversionAnswer },
  customer: { name: 'CustomerEvent', data: customerAnswer },
  commission: { name: 'CommissionEvent', data: commissionAnswer },
  dispute: { name: 'DisputeEvent', data: disputeAnswer },
  fraud_finding: { name: 'FraudFindingEvent', data: findingAnswer },
  payout: { name: 'PayoutEvent', data: payoutAnswer },
  user: { name: 'UserEvent', data: userAnswer },
  api_key: { name: 'ApiKeyEvent', data: apiKeyAnswer },
  webhook_endpoint: { name: 'WebhookEndpointEvent', data: endpointAnswer },
  connection: { name: 'ConnectionEvent', data: connectionEvent },
  settings: { name: 'SettingsEvent', data: settings },
  erasure: { name: 'ErasureEvent', data: erasureAnswer },
  payoutDetails: { name: 'PayoutDetailsEvent', data: payoutDetailsEvent },
  terms: { name: 'TermsEvent', data: versionAnswer },
};

const groupOf = (type: EventType): Group => {
  if (type.endsWith('.personal_data_erased')) return 'erasure';
  if (type.endsWith('.payout_details_changed')) return 'payoutDetails';
  if (type.endsWith('terms_updated')) return 'terms';
  const group = type.split('.')[0] ?? '';
  if (group in resources) return group as Group;
  throw new Error(`Add the events ${group}.* to lib/surface/api/event-schemas.ts`);
};

const types = Object.keys(eventTypes) as readonly EventType[];

const ownDescriptions: ReadonlyMap<string, string> = new Map([
  ['erasure', 'An erasure of personal data.'],
  ['payoutDetails', 'A change of the payment details or the tax data of a creator.'],
  ['terms', 'A version of the terms of a brand, a campaign, a creator or a group of creators.'],
]);

const schemaOf = (group: string, { name, data }: ResourceEvents) => {
  const ofGroup = types.filter((type) => groupOf(type) === group);
  return eventAnswer
    .extend({ type: z.enum(ofGroup).meta({ description: 'The kind of the event.' }), data })
    .meta({
      id: name,
      description: ownDescriptions.get(group) ?? `An event of the group \`${group}.*\`.`,
    });
};

/** The keys are names in the OpenAPI document. */
export const eventSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries(resources).map(([group, resource]) => [resource.name, schemaOf(group, resource)]),
);

export const schemaNameOf = (type: EventType): string => resources[groupOf(type)].name;

export function eventSchemaOf(type: EventType): z.ZodType {
  const schema = eventSchemas.get(schemaNameOf(type));
  if (schema === undefined) throw new Error(`There is no schema of ${type}`);
  return schema;
}
