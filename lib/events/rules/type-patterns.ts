// Matches types of events with patterns such as `conversion.*`.
import { eventTypes } from './event-types.ts';

const groups = [...new Set(Object.keys(eventTypes).map((type) => type.split('.')[0] ?? type))];

/** All patterns: each type, each group of types, and all types. */
export const typePatterns: readonly string[] = [
  '*',
  ...groups.map((group) => `${group}.*`),
  ...Object.keys(eventTypes),
];

export const matchesType = (patterns: readonly string[], type: string): boolean =>
  patterns.some(
    (pattern) =>
      pattern === '*' ||
      pattern === type ||
      (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  );
