// Lets requests go first: the demo data is written by the same process and to the same database.
import { setTimeout } from 'node:timers/promises';
import type { Router } from './router.ts';

let underWay = 0;
const waiting = new Set<() => void>();

/** Bounds the wait, so that the data is complete one day although requests never end. */
const longestWaitMilliseconds = 500;

/** Resolves when no request is under way. */
export const untilAnswered = async (): Promise<void> => {
  if (underWay === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.add(resolve);
  await Promise.race([promise, setTimeout(longestWaitMilliseconds, undefined, { ref: false })]);
  waiting.delete(resolve);
};

/** Counts the requests that the router is answering. */
export const withRequestsFirst =
  (router: Router): Router =>
  async (request) => {
    underWay += 1;
    try {
      return await router(request);
    } finally {
      underWay -= 1;
      if (underWay === 0) for (const resume of waiting) resume();
    }
  };
