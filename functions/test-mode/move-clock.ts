import { requireTestMode } from '#lib/access/auth/rules/caller.ts';
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { presentClock } from '#lib/access/test-mode/present.ts';
import { testMode } from '#lib/access/test-mode/routes.ts';
import { moveTarget } from '#lib/access/test-mode/rules/twin.ts';
import { moveClock } from '#lib/access/test-mode/store/change-twin.ts';
import { approveDueNow } from '#lib/money/commissions/store/approve-due.ts';
import { readSettled } from '#lib/money/commissions/store/settle-months.ts';
import { idempotentEndpoint } from '#lib/surface/http/idempotent-endpoint.ts';

export const handler = idempotentEndpoint(
  testMode.moveClock,
  async ({ caller, body, now, receivedAt, attempt }) => {
    requireTestMode(caller);
    const target = moveTarget(body, { begunAt: attempt.begunAt, now, receivedAt });
    const [twin, settled] = await Promise.all([
      moveClock(caller.brand, caller.accountId, target, receivedAt),
      readSettled(caller.brand.id),
    ]);
    const approvals = await approveDueNow(twin, settled);
    return { answer: { ...presentClock(twin, brandTime(twin, receivedAt)), ...approvals } };
  },
);
