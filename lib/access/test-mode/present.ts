// Converts the clock of a test twin to its API representation.

import type { Brand } from '#lib/access/brands/schema.ts';
import { linkPrefixOf } from '#lib/foundation/shared/twin-ids.ts';

export const presentClock = (twin: Brand, now: Date) => ({
  now: now.toISOString(),
  aheadBySeconds: Math.round((twin.clockOffset ?? 0) / 1000),
  linkPrefix: linkPrefixOf(twin.id),
});
