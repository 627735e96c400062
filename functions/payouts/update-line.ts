import { canRead } from '#lib/access/auth/rules/caller.ts';
import { presentLine } from '#lib/money/payouts/present.ts';
import { payouts } from '#lib/money/payouts/routes.ts';
import { updateLine } from '#lib/money/payouts/store/mark-line.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(payouts.updateLine, async ({ caller, params, body, now }) => {
  const { line, payout } = await updateLine(caller.brand, params, body, now);
  return presentLine(line, payout, canRead(caller, 'creators:read'));
});
