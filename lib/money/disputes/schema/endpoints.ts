// Defines the input and the responses of the endpoints of disputes.
import * as z from 'zod';
import { listQuerySchema, severalOf } from '#lib/foundation/contract/paging.ts';
import { annotationAnswer, annotationInput } from '#lib/foundation/shared/annotations.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idFilter, idSchema } from '#lib/foundation/shared/ids.ts';
import { ownId } from '#lib/money/conversions/schema/own-id.ts';
import { type DisputeKind, disputeKind, disputeStatus, sharedFields } from './dispute.ts';

const subjects = ['orderId', 'conversionId', 'commissionId'] as const;

interface Named {
  readonly kind: DisputeKind;
  readonly orderId?: unknown;
  readonly conversionId?: unknown;
  readonly commissionId?: unknown;
}

/** A creator does not always know the id of an order that the brand has not recorded. */
const subjectsOf = {
  missingOrder: { fields: ['orderId'], isRequired: false },
  attribution: { fields: ['conversionId', 'orderId'], isRequired: true },
  rejectedCommission: { fields: ['commissionId'], isRequired: true },
  commissionAmount: { fields: ['commissionId'], isRequired: true },
} as const satisfies Readonly<Record<DisputeKind, { fields: readonly (keyof Named)[]; isRequired: boolean }>>;

/** A creator names no conversion, because the answers for creators contain none. */
const checkSubject =
  (named: readonly (keyof Named)[]) =>
  ({ value, issues }: z.core.ParsePayload<Named>): void => {
    const { fields: all, isRequired } = subjectsOf[value.kind];
    const fields = all.filter((name) => named.includes(name));
    const [first = ''] = fields;
    const allowed: readonly string[] = fields;
    const given = subjects.filter((name) => value[name] !== undefined);
    const wanted = fields.map((name) => `\`${name}\``).join(' or ');
    const refuse = (path: string) =>
      issues.push({
        code: 'custom',
        path: [path],
        message: `Send ${isRequired ? '' : 'at most '}${wanted} for the kind \`${value.kind}\``,
        input: value,
      });
    for (const name of given) if (!allowed.includes(name)) refuse(name);
    const sent = given.filter((name) => allowed.includes(name));
    if (sent.length > 1 || (isRequired && sent.length === 0)) refuse(first);
  };

const sharedInput = () => ({
  kind: disputeKind,
  orderId: ownId('order-1041').optional().meta({
    description: 'Your id of the order, which need not be recorded. For `missingOrder` and `attribution`.',
  }),
  commissionId: idSchema('commission').optional().meta({
    description: 'A commission of the creator. For `rejectedCommission` and `commissionAmount`.',
  }),
  message: displayText(1000).meta({ description: 'The message of the creator.' }),
});

export const disputeInput = z
  .strictObject({
    affiliateId: idSchema('affiliate').meta({ description: 'The creator who disputes.' }),
    ...sharedInput(),
    conversionId: idSchema('conversion')
      .optional()
      .meta({ description: 'The recorded order. For `attribution`, instead of `orderId`.' }),
    ...annotationInput(),
  })
  .check(checkSubject(subjects))
  .meta({ id: 'DisputeInput', description: 'A dispute of a creator about an order or a commission.' });
export type DisputeInput = z.output<typeof disputeInput>;

export const ownDisputeInput = z
  .strictObject(sharedInput())
  .check(checkSubject(['orderId', 'commissionId']))
  .meta({ id: 'CreatorDisputeInput', description: 'A dispute about an order or a commission.' });

export const disputeFilterSets = { status: ['status?', 'affiliateId?'], externalId: ['externalId'] } as const;

export const disputeFilters = listQuerySchema(
  {
    status: severalOf(disputeStatus, disputeStatus.options, 'Disputes with one of these statuses.'),
    affiliateId: idFilter.optional().meta({ description: 'The disputes of this creator.' }),
    externalId: annotationInput().externalId,
  },
  disputeFilterSets,
);
export type DisputeFilters = z.output<typeof disputeFilters>;

const closingReason = (description: string) => displayText(500).meta({ description });

export const acceptanceInput = z
  .strictObject({
    reason: closingReason('Why the dispute is accepted, and what you do about it.'),
    resolution: z
      .strictObject({
        conversionId: idSchema('conversion')
          .optional()
          .meta({ description: 'The conversion that you have recorded or changed for the creator.' }),
        commissionId: idSchema('commission')
          .optional()
          .meta({ description: 'The commission that you have restored, changed or created.' }),
      })
      .optional()
      .meta({ description: 'What you have done for the creator.' }),
  })
  .meta({ id: 'DisputeAcceptanceInput', description: 'Accepts a dispute.' });

export const rejectionInput = z
  .strictObject({ reason: closingReason('Why the dispute is rejected.') })
  .meta({ id: 'DisputeRejectionInput', description: 'Rejects a dispute.' });

export const withdrawalInput = z
  .strictObject({ reason: closingReason('Why the creator withdraws the dispute.').optional() })
  .prefault({})
  .meta({ id: 'DisputeWithdrawalInput', description: 'Withdraws a dispute.' });

export const disputeAnswer = z
  .object({ ...sharedFields(), ...annotationAnswer() })
  .meta({ id: 'Dispute', description: 'A dispute of a creator about an order or a commission.' });

export const ownDisputeFilters = listQuerySchema({
  status: severalOf(disputeStatus, disputeStatus.options, 'Disputes with one of these statuses.'),
});

const { affiliateId: _, conversionId: __, decidedBy: ___, resolution: ____, ...ownFields } = sharedFields();

export const ownDisputeAnswer = z
  .object(ownFields)
  .meta({ id: 'CreatorDispute', description: 'A dispute of the creator of the session.' });
