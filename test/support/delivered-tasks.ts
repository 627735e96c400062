// Describes the requests that a test delivers several times, in any order.

/** A request with the statuses of its first execution and of repetitions. */
export interface Task {
  readonly routeName: string;
  readonly path: string;
  /** A text is sent unchanged. */
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
  readonly statuses: readonly [first: number, ...again: number[]];
  /** The idempotency key, for a request whose repetition would have another effect. */
  readonly key?: string;
}

export const task = (
  routeName: string,
  path: string,
  statuses: Task['statuses'],
  more: Pick<Task, 'body' | 'headers' | 'token' | 'key'> = {},
): Task => ({ routeName, path, statuses, ...more });
