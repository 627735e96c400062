// Defines the operations of orders and refunds that correct the recorded orders. The handler passes them in.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { OrderChanges } from '#lib/money/conversions/rules/edit.ts';
import type { ReferencedItems } from '#lib/money/conversions/rules/references.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import type { RefundInput } from '#lib/money/conversions/schema/refund.ts';

interface Options {
  readonly brand: Brand;
  readonly now: Date;
}

type Prepared = Promise<{ readonly writes: readonly Write[] }>;

export interface Operations {
  readonly readReferencedItems: (order: ConversionInput, brandId: string) => Promise<ReferencedItems>;
  readonly prepareConversion: (
    order: ConversionInput,
    options: Options,
    referenced: ReferencedItems,
  ) => Promise<{ readonly writes: readonly Write[]; readonly conversion: Pick<Conversion, 'affiliateId'> }>;
  readonly prepareUpdate: (before: Conversion, changes: OrderChanges, options: Options) => Prepared;
  readonly prepareCancellation: (before: Conversion, reason: string, options: Options) => Prepared;
  readonly prepareRefund: (conversionId: string, refund: RefundInput, options: Options) => Prepared;
  readonly prepareReversal: (
    refund: { readonly conversionId: string; readonly refundId: string },
    reason: string | null,
    options: Options,
  ) => Prepared;
}
