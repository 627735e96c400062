// Defines the phases of an erasure. The deployment reads this file, so it must not import zod.

/**
 * The steps in their order. `record` waits until the feed contains the event of the erasure: all earlier events are then in segments,
 * and the recorder erases all later ones.
 */
export const phases = ['items', 'lines', 'exports', 'record', 'events', 'done'] as const;
export type Phase = (typeof phases)[number];

const waiting: readonly Phase[] = ['record', 'done'];

export const isWorking = (phase: Phase): boolean => !waiting.includes(phase);
export const workingPhases: readonly Phase[] = phases.filter(isWorking);
