// Marks the result of a handler that has created nothing.

export interface Nothing<Meta> {
  readonly [metaOfNothing]: Meta;
}
export const metaOfNothing = Symbol('nothing');
/** Answers with `data: null`, and with a `meta` that says why nothing was created. */
export const nothing = <Meta>(meta: Meta): Nothing<Meta> => ({ [metaOfNothing]: meta });

export const isNothing = (result: unknown): result is Nothing<unknown> =>
  typeof result === 'object' && result !== null && metaOfNothing in result;
