// Defines the schema of the attribution receipt, which lists all candidates and explains why each of them won or lost.
import * as z from 'zod';
import { derivedReasons, filterReasons } from '#lib/clicks/tracking/rules/click-kinds.ts';
import { subIds } from '#lib/clicks/tracking/schema/sub-ids.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { codeObstacles } from '#lib/program/discounts/rules/validity.ts';

const candidateSources = ['discountCode', 'click', 'trackingCode', 'customer'] as const;
export type CandidateSource = (typeof candidateSources)[number];

const obstacles = [
  'unknownReference',
  'creatorNotYetInvited',
  'creatorInactive',
  ...codeObstacles,
  'outsideWindow',
  'notCounted',
  'durationOver',
] as const;

const lossReason = () =>
  z.enum([...obstacles, 'outranked']).meta({
    description:
      'Why the candidate lost. `unknownReference`: the brand had no such code or click at the time of the order. ' +
      '`creatorNotYetInvited`: the order is from before the invitation of the creator. `creatorInactive`: the creator was paused ' +
      'or banned at the time of the order. `codeNotStarted`, `codeEnded`: the order is from before the start or after the end of ' +
      'the discount code. `codePaused`: the code was paused at the time of the order. `codeUsedUp`: the orders of the code have ' +
      'reached its `usageLimit`. `outsideWindow`: the click is older than the attribution window, or later than the order. ' +
      '`notCounted`: the click was filtered, see `filtered`; a prefetch or a preview does not lose, because an order shows that ' +
      'somebody opened the page. `durationOver`: the order is later than `boundUntil`. `outranked`: a candidate before it won, or a ' +
      'person decided.',
  });
export type LossReason = (typeof obstacles)[number] | 'outranked';

export const attribution = z.enum(['attributed', 'noReference', ...obstacles, 'removed']).meta({
  description:
    '`attributed` if a creator earns with the order. Otherwise why the first candidate lost, or `noReference` if the order ' +
    'has no reference, or `removed` if a person decided that nobody earns.',
});

const ownReason = () =>
  z
    .enum(filterReasons)
    .exclude(derivedReasons)
    .meta({
      description:
        'Why the click does not count: `bot`, `preview`, `prefetch`, `head` (a HEAD request), or `inactive` (the creator was ' +
        'paused or banned at the time of the click).',
    });

const campaignReasons = ['campaignNotRunning', 'notCampaignMember'] as const;
export type CampaignReason = (typeof campaignReasons)[number];

const campaignReason = () =>
  z.enum(campaignReasons).meta({
    description:
      'Why the campaign of the discount code or click does not apply; null if it applies, or if there is none. The candidate can ' +
      'still win, without the campaign. `campaignNotRunning`: the campaign was not running at the time of the order (a draft, ' +
      'paused, ended or deleted, or outside its dates), nor in its grace period, or it was not running at the time of the ' +
      'click. `notCampaignMember`: the creator was not a member of the campaign at the time of the order.',
  });

/** Defaults to null, because stored receipts omit null fields. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const receipt = z
  .object({
    rulesVersion: z.int().meta({ description: 'The version of the rules that decided.' }),
    attribution,
    winner: z
      .enum([...candidateSources, 'manual'])
      .nullable()
      .meta({
        description: 'The source of the reference that won. `manual` if a person decided. Null if none did.',
      }),
    candidates: z
      .array(
        z.object({
          source: z.enum(candidateSources).meta({ description: 'The kind of reference.' }),
          reference: z.string().meta({ description: 'The reference as it was sent.' }),
          affiliateId: orNull(idSchema('affiliate')).meta({
            description: 'The creator of the reference. Null if the reference is unknown.',
          }),
          campaignId: orNull(idSchema('campaign')).meta({
            description: 'The campaign of the reference. Null for none.',
          }),
          campaignReason: orNull(campaignReason()),
          clickedAt: orNull(instant).meta({
            description: 'The time of the click. Null for other references.',
          }),
          windowDays: orNull(z.int()).meta({
            description: 'The attribution window of the click, in days. Null for other references.',
          }),
          filtered: orNull(ownReason()),
          subIds: orNull(subIds).meta({
            description: 'The sub ids of the click. Null for none.',
          }),
          linkId: orNull(idSchema('link')).meta({
            description: 'The link of the click, or whose slug is the reference. Null for the tracking code.',
          }),
          validFrom: orNull(instant).meta({
            description:
              'From this time on, the discount code belonged to the creator. Null for other references.',
          }),
          validTo: orNull(instant).meta({
            description:
              'The discount code was deleted at this time, after the order. Null while it exists, and for other references.',
          }),
          boundAt: orNull(instant).meta({
            description: 'When the customer was bound to the creator. Null for other references.',
          }),
          boundUntil: orNull(instant).meta({
            description:
              'When the `customerAttribution` ends. Null for other references, and without an end.',
          }),
          outcome: z.enum(['won', 'lost']).meta({ description: 'Whether the reference decided who earns.' }),
          reason: orNull(lossReason()),
        }),
      )
      .meta({
        description:
          'All references of the order, by precedence: discount codes, click, tracking code. If none of them wins, also the creator of the ' +
          'customer.',
      }),
  })
  .meta({ id: 'AttributionReceipt', description: 'Explains the attribution of an order.' });
export type Receipt = z.output<typeof receipt>;
