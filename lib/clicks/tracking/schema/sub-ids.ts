// Defines the schemas of sub ids.
import * as z from 'zod';
import { subIdPattern } from '#lib/clicks/tracking/rules/sub-ids.ts';

const subId = z
  .string()
  .regex(subIdPattern, 'Must have 1 to 64 printable ASCII characters other than `|` and `@`')
  .optional()
  .meta({ description: 'A text of the link.', example: 'story-7' });

export const subIds = z
  .strictObject({ sub1: subId, sub2: subId, sub3: subId, sub4: subId, sub5: subId })
  .meta({
    id: 'SubIds',
    description:
      'The parameters `sub1` to `sub5` of the link, by which a creator tells posts apart. Each has 1 to 64 printable ASCII ' +
      'characters other than `|` and `@`. The link ignores other texts.',
  });
