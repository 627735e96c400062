// A receipt: whom an order is attributed to, and why; every candidate, and why the others lost.
import * as z from 'zod';
import { instant } from '#lib/shared/date-schemas.ts';
import { idOf } from '#lib/shared/ids.ts';
import { filterReasons } from '#lib/tracking/rules/click-kinds.ts';

const candidateSources = ['discountCode', 'click', 'trackingCode'] as const;
export type CandidateSource = (typeof candidateSources)[number];

/** Why something that an order names does not win. */
const obstacles = ['unknownReference', 'creatorInactive', 'outsideWindow', 'notCounted'] as const;

const lossReason = () =>
  z.enum([...obstacles, 'outranked']).meta({
    description:
      'unknownReference: the brand has no such thing; creatorInactive: its creator is paused or banned; outsideWindow: the ' +
      'click is too old, or younger than the order; notCounted: the click was filtered, for what `filtered` says; outranked: one before it won',
  });
export type LossReason = (typeof obstacles)[number] | 'outranked';

export const attribution = z.lazy(() =>
  z.enum(['attributed', 'noReference', ...obstacles]).meta({
    description: 'attributed, or why not: the first candidate’s reason, and noReference where there is none',
  }),
);
export type Attribution = z.output<typeof attribution>;

/** Receipts of the first rules do not say it. */
const ownReason = () =>
  z
    .enum(filterReasons)
    .exclude(['duplicate'])
    .meta({
      description:
        'Why the click does not count: bot, preview, prefetch, head (how it was asked for), inactive (its creator or its campaign ' +
        'was not active when it was made)',
    });

/** Null is not stored. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const receipt = z.lazy(() =>
  z
    .object({
      rulesVersion: z.int(),
      attribution,
      winner: z.enum(candidateSources).nullable(),
      candidates: z
        .array(
          z.object({
            source: z.enum(candidateSources),
            reference: z.string(),
            affiliateId: orNull(idOf('affiliate')),
            campaignId: orNull(idOf('campaign')),
            clickedAt: orNull(instant),
            windowDays: orNull(z.int()),
            filtered: orNull(ownReason()),
            outcome: z.enum(['won', 'lost']),
            reason: orNull(lossReason()),
          }),
        )
        .meta({ description: 'All that the order names, the one that counts most first' }),
    })
    .meta({ id: 'AttributionReceipt' }),
);
export type Receipt = z.output<typeof receipt>;
