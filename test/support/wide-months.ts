// Lowers the limits of wide months, so that small tests also use them.
import { afterEach, beforeEach } from 'vitest';
import { wideLimits } from '#lib/click-statistics/store/wide/wide-limits.ts';

const defaults = structuredClone(wideLimits);

/** A month becomes wide with three creators, and each few changes end a round. */
export const lowLimits: Partial<typeof wideLimits> = {
  ...{ creators: 2, roundChanges: 4, roundSegments: 6 },
  ...{ minRounds: { summary: 1, creators: 2 }, maxRounds: { summary: 2, creators: 3 } },
};

export function limitWideMonths(limits: Partial<typeof wideLimits> = lowLimits): void {
  beforeEach(() => {
    Object.assign(wideLimits, limits);
  });
  afterEach(() => {
    Object.assign(wideLimits, structuredClone(defaults));
  });
}
