// Defines why a commission waits for a manual review.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';

const holdReasons = [
  'selfReferral',
  'fraudRule',
  'customerUnreadable',
  'aboveShare',
  'creatorBanned',
  'orderChanged',
  'reopened',
] as const;
export type HoldReason = (typeof holdReasons)[number];

export const hold = () =>
  z.object({
    reason: z.enum(holdReasons).meta({
      description:
        '`selfReferral`: the customer and the creator have the same mailbox. `fraudRule`: the order matches a rule of `fraudRules`, see its finding. `customerUnreadable`: `customerEmail` has no e-mail address. ' +
        '`aboveShare`: the commission is a larger share of the order than the brand’s `holdAboveShare`. `creatorBanned`: the creator was ' +
        'banned when the hold period ended. `orderChanged`: the order counts again after the hold period ended. ' +
        '`reopened`: an admin reopened or restored it.',
    }),
    since: instant.meta({ description: 'When the commission was held.' }),
  });
