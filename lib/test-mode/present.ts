// Converts the clock of a test twin to its API representation.
import { linkPrefixOf } from '#lib/affiliates/rules/tracking-code.ts';
import { maxClockOffset } from '#lib/brands/rules/clock.ts';
import type { Brand } from '#lib/brands/schema.ts';

export const presentClock = (twin: Brand, now: Date) => ({
  now: now.toISOString(),
  aheadBySeconds: Math.round(Math.min(twin.clockOffset ?? 0, maxClockOffset) / 1000),
  linkPrefix: linkPrefixOf(twin.id),
});
