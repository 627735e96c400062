// Defines the warnings of a success response: parts of the request that the service ignored.
import * as z from 'zod';

const codes = {
  customer_email_ignored:
    '`customerEmail` has no e-mail address. A self-referral cannot be detected, so the commission is held for review.',
  refund_unapplied:
    'A refund that waited for the order names a currency that is neither the order’s nor the brand’s. It deducts nothing.',
  line_item_ignored: 'A line item is invalid, or above the number that an order can have. It is not stored.',
} as const;

const codeList = Object.entries(codes).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

const warning = z
  .strictObject({
    code: z.enum(Object.keys(codes)).meta({
      description: ['A stable name of the warning. More names may be added.', ...codeList].join('\n'),
      example: 'customer_email_ignored',
    }),
    path: z.string().meta({ description: 'The field that was ignored.', example: 'customerEmail' }),
    message: z.string().meta({ description: 'Says what was ignored, for people.' }),
  })
  .meta({ id: 'Warning', description: 'A part of the request that the service ignored.' });

export interface Warning {
  readonly code: keyof typeof codes;
  readonly path: string;
  readonly message: string;
}

export const warnings = z.array(warning).optional().meta({
  description: 'Parts of the request that were ignored. Absent if there are none.',
});
