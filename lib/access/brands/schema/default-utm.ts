// Defines the schema of the utm parameters of links.
import * as z from 'zod';
import { displayText } from '#lib/foundation/shared/display-text.ts';

const maxLength = 100;
const parameter = (name: string, example: string) =>
  displayText(maxLength)
    .optional()
    .meta({ description: `The parameter \`utm_${name}\`.`, example });

/** The names are those of `utmNames`. */
export const utm = z
  .strictObject({
    source: parameter('source', 'creators'),
    medium: parameter('medium', 'affiliate'),
    campaign: parameter('campaign', 'spring'),
    term: parameter('term', 'shoes'),
    content: parameter('content', '{trackingCode}'),
  })
  .meta({
    id: 'Utm',
    description:
      'Parameters that web analytics read. `{trackingCode}` in a text stands for the tracking code of the creator.',
  });
