import { approveCommissions } from '#lib/commissions/bulk.ts';
import { presentCommission } from '#lib/commissions/present.ts';
import { commissions } from '#lib/commissions/routes.ts';
import { errorBodyOf } from '#lib/http/error-body.ts';
import { endpoint } from '#lib/http/keyed-endpoint.ts';
import { DomainError } from '#lib/shared/errors.ts';

export const handler = endpoint(commissions.approveMany, async ({ caller, body, now, attempt }) => {
  const { brand, userId } = caller;
  const outcomes = await approveCommissions(brand.id, body.ids, { userId, now, attempt });
  return {
    items: outcomes.map((outcome, index) =>
      outcome instanceof DomainError
        ? { index, status: 'failed' as const, error: errorBodyOf(outcome) }
        : { index, status: 'approved' as const, commission: presentCommission(outcome) },
    ),
    created: outcomes.filter((outcome) => !(outcome instanceof DomainError)).length,
  };
});
