// The types of the rehearsal of the runbook: scenarios, their steps, and the state that they share.
import type { Tools } from '#test/deploy/tools.ts';
import type { Checkout } from './checkout.ts';

/** The state that all scenarios share. */
export interface Rehearsal {
  readonly tools: Tools;
  readonly checkout: Checkout;
  readonly stack: string;
  /** The environment of the operator's terminal. */
  readonly environment: NodeJS.ProcessEnv;
  /** Replaces the placeholders of commands: the fact `brand` replaces `<brand>`. */
  readonly facts: Map<string, string>;
}

export interface ExpectedFailure {
  readonly because: string;
  /** The error in the output. */
  readonly error: RegExp;
}

/** Runs a block of the runbook. */
export interface BlockStep {
  /** The name of a block (blocks.ts). */
  readonly block: string;
  /** Each of them must match the output. */
  readonly shows: readonly RegExp[];
  /** Parts of the commands that the reader replaces. The new text may contain the names of facts: `<brand>`. */
  readonly replace?: Readonly<Record<string, string>>;
  /** Facts in the output: the first group of each expression. */
  readonly saves?: Readonly<Record<string, RegExp>>;
  /** The commands that must fail on the emulator, by the text with which they begin. */
  readonly fails?: Readonly<Record<string, ExpectedFailure>>;
}

/** Does what the runbook says in words, or what happens between two blocks. */
export interface ActionStep {
  readonly does: string;
  readonly work: (rehearsal: Rehearsal) => Promise<void>;
}

/** Steps in one shell, which begins with the commands of "The shell". */
export interface Scenario {
  readonly title: string;
  readonly steps: readonly (BlockStep | ActionStep)[];
}

export function factOf({ facts }: Pick<Rehearsal, 'facts'>, name: string): string {
  const value = facts.get(name);
  if (value === undefined) throw new Error(`The rehearsal does not know the fact ${name}`);
  return value;
}
