// Defines how the changes of one kind of items become events.
import type * as z from 'zod';
import type { Brand } from '#lib/brands/schema.ts';
import type { EventType } from './event-types.ts';

export interface Context {
  readonly brand: Brand;
  /** The time of the change. */
  readonly at: Date;
}

export interface Resource<Stored = unknown> {
  readonly schema: z.ZodType<Stored>;
  /** Returns the API representation. */
  readonly present: (stored: Stored, context: Context) => object;
  /** Returns the type of the event of a new item. */
  readonly created: (stored: Stored) => EventType;
  /** Returns undefined if the change is no event of its own, such as a step of a payout. */
  readonly changed: (before: Stored, after: Stored, changedFields: readonly string[]) => EventType | undefined;
  /** Undefined if such items are never deleted. */
  readonly deleted?: EventType;
}

/** Lets the functions of a resource share the type of its schema. */
export const defineResource = <Stored>(resource: Resource<Stored>): Resource<Stored> => resource;
