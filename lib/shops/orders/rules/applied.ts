// Defines where the orders of a shop are recorded, and the result.
import type { Brand } from '#lib/access/brands/schema.ts';

export interface Target {
  readonly brand: Brand;
  /** The time of the brand. */
  readonly now: Date;
  readonly connectionId: string;
}

export interface Applied {
  readonly isApplied: boolean;
  /** A sentence for people, if nothing was applied. */
  readonly reason: string | null;
}

export const applied: Applied = { isApplied: true, reason: null };
export const notApplied = (reason: string): Applied => ({ isApplied: false, reason });
