// Defines the schemas of bulk decisions: input, stored item and response.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { rejectionFilter } from '#lib/money/commissions/schema/inputs.ts';

const kind = { description: 'Whether the commissions are approved or rejected.' };

const decisionKind = () => z.enum(['approve', 'reject']).meta(kind);

interface Asked {
  readonly decision: 'approve' | 'reject';
  readonly filter: { readonly status: string };
  readonly reason?: string | undefined;
}

const checkDecision = ({ value, issues }: z.core.ParsePayload<Asked>): void => {
  const { decision, filter, reason } = value;
  const refuse = (path: string[], message: string) =>
    issues.push({ code: 'custom', path, message, input: value });
  if (decision === 'approve' && filter.status !== 'pending')
    refuse(['filter', 'status'], 'Must be `pending` for an approval');
  if (decision === 'approve' && reason !== undefined) refuse(['reason'], 'Send it only with a rejection');
  if (decision === 'reject' && reason === undefined) refuse(['reason'], 'Send it with a rejection');
};

export const decisionInput = z
  .strictObject({
    decision: decisionKind(),
    filter: rejectionFilter().meta({
      description:
        'Selects the commissions. An approval takes pending ones, and leaves out those that wait for a review unless `held` is true.',
    }),
    reason: displayText(500)
      .optional()
      .meta({ description: 'Why the commissions are rejected. Required for a rejection.' }),
  })
  .check(checkDecision)
  .meta({ id: 'BulkDecisionInput', description: 'All commissions of a filter to approve or to reject.' });
export type DecisionInput = z.output<typeof decisionInput>;

const text = z.string();

const sharedFields = () => ({
  id: idSchema('decision'),
  decision: decisionKind(),
  filter: z
    .object({
      status: z.enum(['pending', 'approved']).meta({ description: 'The status of the commissions.' }),
      affiliateId: idFilter.optional().meta({ description: 'The creator of the commissions.' }),
      campaignId: idFilter.optional().meta({ description: 'The campaign that the commissions count for.' }),
      held: z.boolean().optional().meta({ description: 'Whether the commissions wait for a review.' }),
      createdFrom: text.optional().meta({ description: 'The first day or instant of the creation.' }),
      createdTo: text.optional().meta({ description: 'The last day or instant of the creation.' }),
    })
    .meta({ description: 'The filter of the request, with its defaults.' }),
  reason: text.nullable().meta({ description: 'Why the commissions are rejected. Null for an approval.' }),
  status: z.enum(['running', 'completed']).meta({
    description: '`running`: continues in the background. `completed`: no commission is left.',
  }),
  matched: z.int().meta({ description: 'The commissions that were found so far.' }),
  decided: z.int().meta({
    description: 'The commissions that are approved or rejected now, also by another request meanwhile.',
  }),
  skipped: z.int().meta({
    description:
      'The commissions that changed after they were found, so that the filter does not select them any more.',
  }),
  failed: z.int().meta({ description: 'The commissions that cannot be decided. `errors` says why.' }),
  errors: z
    .array(
      z.object({
        commissionId: idSchema('commission'),
        code: text.meta({ description: 'The code of the error.' }),
        message: text.meta({ description: 'The problem in words.' }),
      }),
    )
    .meta({ description: 'The first 20 errors.' }),
  createdAt: instant.meta({
    description: 'When the decision was requested. Later commissions are not part of it.',
  }),
  completedAt: instant.nullable().meta({ description: 'When it was completed. Null while it is running.' }),
});

export const storedDecision = z.object({
  ...sharedFields(),
  brandId: idSchema('brand'),
  type: z.literal('decision'),
  /** The time zone of the days in the filter, when the decision was requested. */
  timezone: text,
  /** The caller of the request, in whose name the worker decides. */
  actor: z.object({ id: text, requestId: text.optional() }),
  /** The sort key of the last commission that was found. */
  position: text.nullable(),
  /** No further commission is left to find. */
  isRead: z.boolean(),
  /** The commissions that the next step decides. They are stored first, so that a repeated step counts each one once. */
  batch: z.array(text),
  revision: z.int(),
  /** The time to live of the item, in epoch seconds. */
  expiresAt: z.int(),
});
export type Decision = z.output<typeof storedDecision>;

export const decisionAnswer = z
  .object({
    ...sharedFields(),
    requestedBy: z
      .union([idSchema('user'), idSchema('apiKey')])
      .meta({ description: 'The user or the API key that requested the decision.' }),
  })
  .meta({ id: 'BulkDecision', description: 'The progress of a decision about all commissions of a filter.' });
