// Defines the decision who earns with an order. The function for several orders does not bundle the other changes of an order.
import * as z from 'zod';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';

export const attributionInput = z
  .strictObject({
    affiliateId: idSchema('affiliate')
      .nullable()
      .meta({ description: 'The creator who earns with the order. Null for nobody.' }),
    reason: displayText(500).meta({ description: 'Why the creator was chosen.' }),
  })
  .meta({ id: 'AttributionInput', description: 'Decides who earns with an order.' });
export type AttributionInput = z.output<typeof attributionInput>;
