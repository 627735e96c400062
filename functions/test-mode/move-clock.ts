import { requireTestMode } from '#lib/auth/rules/caller.ts';
import { brandTime } from '#lib/brands/rules/clock.ts';
import { approveDueNow } from '#lib/commissions/store/approve-due.ts';
import { idempotentEndpoint } from '#lib/http/idempotent-endpoint.ts';
import { presentClock } from '#lib/test-mode/present.ts';
import { testMode } from '#lib/test-mode/routes.ts';
import { moveTarget } from '#lib/test-mode/rules/twin.ts';
import { moveClock } from '#lib/test-mode/store/change-twin.ts';

export const handler = idempotentEndpoint(
  testMode.moveClock,
  async ({ caller, body, now, receivedAt, attempt }) => {
    requireTestMode(caller);
    const target = moveTarget(body, { begunAt: attempt.begunAt, now, receivedAt });
    const twin = await moveClock(caller.brand, caller.accountId, target, receivedAt);
    const approvals = await approveDueNow(twin);
    return { answer: { ...presentClock(twin, brandTime(twin, receivedAt)), ...approvals } };
  },
);
