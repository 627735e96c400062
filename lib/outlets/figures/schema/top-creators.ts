// Defines the query and the answer of the report of the top creators.
import * as z from 'zod';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { performanceAnswer } from './performance.ts';

const maxCreators = 100;
const defaultCreators = 10;

export const topCreatorsQuery = z.strictObject({
  campaignId: idFilter.optional().meta({ description: 'Only orders and clicks of this campaign.' }),
  limit: z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(maxCreators, `Must be at most ${maxCreators}`)
    .default(defaultCreators)
    .meta({ description: `The highest number of creators, at most ${maxCreators}.` }),
});

const { from, to, currency, rows } = performanceAnswer.shape;
const { orders, netRevenue, commission } = rows.element.shape;
const clicks = z.int().nonnegative().meta({ description: 'Counted clicks.' });
const uniqueClicks = z
  .int()
  .nonnegative()
  .meta({ description: 'Counted clicks that are the first of a visitor.' });

export const topCreatorsAnswer = z
  .object({
    ...{ from, to, currency },
    creators: z
      .array(
        z
          .object({
            affiliateId: idSchema('affiliate').meta({ description: 'The id of the creator.' }),
            name: z.string().meta({ description: 'The name of the creator.' }),
            email: z.string().meta({ description: 'The e-mail address of the creator.' }),
            ...{ clicks, uniqueClicks, orders, netRevenue, commission },
          })
          .meta({ id: 'TopCreator', description: 'The figures of one creator.' }),
      )
      .meta({ description: 'The creators with the highest `netRevenue`, at most `limit`.' }),
  })
  .meta({ id: 'TopCreatorsReport', description: 'The creators with the highest net revenue.' });
