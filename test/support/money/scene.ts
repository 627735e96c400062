// Sends the requests of a story. Each request is delivered up to three times at once, by different processes.
import { expect } from 'vitest';
import type { Random } from '#infra/local/demo/random.ts';
import { withKey } from '#test/support/idempotent-requests.ts';
import { retryWhileBusy } from '#test/support/retry-while-busy.ts';
import type { Answer, Send } from '#test/support/service.ts';
import type { ModelOrder } from './orders.ts';
import type { World } from './world.ts';

interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Makes the deliveries of a creation without a natural key one request. */
  readonly key?: string;
}

export interface Scene {
  readonly world: World;
  readonly random: Random;
  /** Returns the first answer. Expects that all deliveries have one of these statuses. */
  readonly ask: (request: Request, expected: readonly number[]) => Promise<Answer>;
}

/** Sends requests about one order, and changes its model as they should change the order. */
export type Action = (order: ModelOrder, scene: Scene) => Promise<void>;

/** Sends a request once, until the answer is not 503. */
export async function askOnce(
  by: Send,
  token: string,
  { method, path, body, key }: Request,
  expected: readonly number[],
): Promise<Answer> {
  const sent = { token, ...(body && { body }), ...(key !== undefined && withKey(key)) };
  const answer = await retryWhileBusy(() => by(method, path, sent));
  expect(expected, `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`).toContain(answer.status);
  return answer;
}

const maxDeliveries = 3;

export function newScene(world: World, random: Random, senders: readonly Send[]): Scene {
  const sender = (): Send => {
    const by = random.pick(senders);
    if (by === undefined) throw new Error('There are no senders');
    return by;
  };
  return {
    world,
    random,
    ask: async (request, expected) => {
      const deliveries = request.method === 'GET' ? 1 : random.between(1, maxDeliveries);
      const answers = await Promise.all(
        Array.from({ length: deliveries }, () => askOnce(sender(), world.token, request, expected)),
      );
      const [first] = answers;
      if (first === undefined) throw new Error('Nothing was sent');
      return first;
    },
  };
}
