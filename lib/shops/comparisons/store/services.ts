// Defines the parts of other domains that reconciliations use. The handler passes them in.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { ShopOrder } from '#lib/shops/adapters/adapter.ts';
import type { FileOrder } from '#lib/shops/comparisons/rules/file-order.ts';
import type { Applied, Target } from '#lib/shops/orders/rules/applied.ts';
import type { Correction, RecordedOrder } from '#lib/shops/orders/rules/correction.ts';

export interface Services {
  readonly getBrand: (brandId: string) => Promise<Brand>;
  /** Returns whether a creator would earn with a new order. Records nothing. */
  readonly hasEarner: (order: ShopOrder, target: Target) => Promise<boolean>;
  readonly repairOrder: (
    repair: {
      readonly orderId: string;
      readonly order?: ShopOrder;
      readonly differenceOf: (recorded: RecordedOrder | undefined) => readonly Correction[];
    },
    target: Target,
  ) => Promise<Applied>;
}

/** The inputs of one step of a worker. */
export interface Run {
  readonly orders: readonly FileOrder[];
  readonly target: Target;
  readonly services: Services;
}
