// Adds warnings to a response. Separate from `warning.ts`, because the tracking link must not import zod.
import type { Warning } from './warning.ts';

export const presentWarnings = (found: readonly Warning[]) =>
  found.length === 0 ? {} : { warnings: [...found] };
