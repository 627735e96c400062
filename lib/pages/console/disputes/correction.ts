// Leads from a dispute to the form that corrects what the creator disputes.
import type { Dispute } from '#lib/client/index.ts';
import { orderPath } from '#lib/pages/console/orders/list.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { type Html, linkButton } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';

/** The correction that usually belongs to the kind of the dispute. */
export function correctionHtml({ texts }: Page, dispute: Dispute): Html {
  const { kind, orderId, conversionId, commissionId, affiliateId: creator, id } = dispute;
  const from = { creator, dispute: id };
  if (conversionId !== null && kind === 'attribution')
    return linkButton(pathWith(`${orderPath(conversionId)}/attribution`, from), texts.orders.attribute);
  if (commissionId !== null && kind === 'rejectedCommission')
    return linkButton(
      pathWith(`/console/commissions/${commissionId}`, { dispute: id }),
      texts.disputes.openCommission,
    );
  if (kind === 'commissionAmount')
    return linkButton(pathWith('/console/commissions/new', from), texts.commissions.addBonus);
  const order = { ...from, orderId: orderId ?? undefined };
  return linkButton(pathWith('/console/orders/new', order), texts.orders.add);
}
