// The words in which the rehearsal of the runbook is written.
import type { Tools } from '#test/deploy/tools.ts';
import type { Checkout } from './checkout.ts';

/** What the rehearsal knows about the stage. */
export interface World {
  readonly tools: Tools;
  readonly checkout: Checkout;
  readonly stack: string;
  /** The environment of the operator's terminal. */
  readonly environment: NodeJS.ProcessEnv;
  /** Replaces the placeholders of commands: the fact `brand` replaces `<brand>`. */
  readonly facts: Map<string, string>;
}

/** Runs a block of the runbook. */
export interface BlockStep {
  /** See blocks.ts. */
  readonly block: string;
  /** What the output contains. */
  readonly shows: readonly RegExp[];
  /** Texts of the commands that the reader replaces. The new text may contain the names of facts: `<brand>`. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Facts in the output: the first group of each expression. */
  readonly saves?: Readonly<Record<string, RegExp>>;
  /** The beginning of each command that fails here, and why that is right. */
  readonly fails?: Readonly<Record<string, string>>;
}

/** Does what the runbook describes in words, or what happens in the meantime. */
export interface ActionStep {
  readonly does: string;
  readonly work: (world: World) => Promise<void>;
}

/** Steps in one shell, which begins with the commands of "The shell". */
export interface Scenario {
  readonly title: string;
  readonly steps: readonly (BlockStep | ActionStep)[];
}

export function factOf({ facts }: World, name: string): string {
  const value = facts.get(name);
  if (value === undefined) throw new Error(`The rehearsal does not know the fact ${name}`);
  return value;
}
