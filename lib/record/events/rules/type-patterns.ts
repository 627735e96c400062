// Matches types of events with patterns such as `conversion.*`.
import { eventTypes, recordedTypes } from '#lib/foundation/contract/event-types.ts';

/** All patterns: each type, each group of types, and all types. */
function patternsOf(types: readonly string[]): readonly string[] {
  const groups = [...new Set(types.map((type) => type.split('.')[0] ?? type))];
  return ['*', ...groups.map((group) => `${group}.*`), ...types];
}

export const typePatterns: readonly string[] = patternsOf(Object.keys(eventTypes));
export const trailPatterns: readonly string[] = patternsOf(Object.keys(recordedTypes));

export const matchesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
