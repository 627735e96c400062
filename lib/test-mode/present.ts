// Converts the clock of a test twin to its API representation.
import { linkPrefixOf } from '#lib/affiliates/rules/tracking-code.ts';
import type { Brand } from '#lib/brands/schema.ts';

export const presentClock = (twin: Brand, now: Date) => ({
  now: now.toISOString(),
  aheadBySeconds: Math.round((twin.clockOffset ?? 0) / 1000),
  linkPrefix: linkPrefixOf(twin.id),
});
