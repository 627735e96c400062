// Takes the work of a connection from its queue: the messages of shops, and the events of discount codes.
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { askWith, type SendToStranger } from './ask-shop.ts';
import { type Services as CouponServices, couponMaker } from './make-coupon.ts';
import { processMessage, type Worker } from './process.ts';
import { type Services as EventServices, queueCoupons } from './queue-coupons.ts';

export interface Services
  extends Omit<Worker, 'makeCoupon'>,
    Omit<CouponServices, 'ask'>,
    Pick<EventServices, 'findEvent'> {
  readonly sendToStranger: SendToStranger;
}

interface Reconciler<All> {
  readonly continueReconciliation: (item: WorkItem, services: All) => Promise<void>;
}

export function workOn<All extends Services & Reconciler<All>>(item: WorkItem, services: All): Promise<void> {
  if (isIdOf('reconciliation', item.id)) return services.continueReconciliation(item, services);
  if (isIdOf('event', item.id)) return queueCoupons(item, services);
  const makeCoupon = couponMaker({ ...services, ask: askWith(services.sendToStranger) });
  return processMessage(item, { ...services, makeCoupon });
}
