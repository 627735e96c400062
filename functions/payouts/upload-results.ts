import { payouts } from '#lib/money/payout-files/routes.ts';
import { presentResults } from '#lib/money/payouts/present/results.ts';
import { resultRows } from '#lib/money/payouts/rules/result-rows.ts';
import { applyResults } from '#lib/money/payouts/store/results.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  payouts.uploadResults,
  async ({ caller, params, body, attempt }) => {
    const { format, csv, reference = format } = body;
    const rows = resultRows(csv);
    const request = { brand: caller.brand, payoutId: params.id, reference, now: attempt.begunAt };
    return { answer: presentResults(params.id, rows.length, await applyResults(request, rows)) };
  },
);
