// Runs webhook endpoints of every kind while their workers are killed, and reports what arrived.
import { setTimeout } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { onTestFinished } from 'vitest';
import { handler } from '#functions/queues/deliver-webhooks.ts';
import type { Random } from '#infra/local/demo/random.ts';
import { now, useClock } from '#lib/foundation/shared/clock.ts';
import { allowLoopback } from '#lib/outlets/webhooks/rules/loopback.ts';
import { findEvent } from '#lib/record/events/store/segments.ts';
import { createWebhook } from './creations.ts';
import type { Killer } from './interruptions.ts';
import { takeWakes } from './wake-queue.ts';
import { type Behaviour, behaviours, openReceiver, type Receiver } from './webhook-receivers.ts';

interface Endpoint {
  readonly id: string;
  readonly secret: string;
  readonly receiver: Receiver;
  /** The ids that arrived with a valid signature after their commit. */
  readonly valid: Set<string>;
  readonly problems: string[];
}

interface Waiting {
  readonly body: string;
  readonly at: number;
}

/** SQS delivers a message again after this time. It is longer than a lease. */
const visibilitySeconds = 90;

/** A clock that the queue moves forward, so that retries and the ends of leases need no real time. */
function movableClock() {
  let offset = 0;
  useClock({ now: () => new Date(Date.now() + offset) });
  return {
    moveTo: (time: number) => {
      offset = Math.max(offset, time - Date.now());
    },
  };
}

export async function createFleet(token: string, brandId: string, random: Random) {
  allowLoopback();
  const clock = movableClock();
  const flaky: Behaviour = (response) => void response.writeHead(random.next() < 0.3 ? 500 : 204).end();
  const kinds: Readonly<Record<string, Behaviour>> = {
    healthy: behaviours.healthy,
    slow: behaviours.slow(20),
    flaky,
    failing: behaviours.answer(500),
    disconnecting: behaviours.disconnect,
    gone: behaviours.answer(410),
    hanging: behaviours.hang,
  };

  async function open(behaviour: Behaviour): Promise<Endpoint> {
    const valid = new Set<string>();
    const problems: string[] = [];
    const checked: Behaviour = async (response, request) => {
      const { headers, body } = receiver.received.at(-1) ?? { headers: request.headers, body: '' };
      const { id } = JSON.parse(body);
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        if ((await findEvent(brandId, id)) === undefined) problems.push(`${id} arrived before its commit`);
        else valid.add(id);
      } catch (error) {
        problems.push(String(error));
      }
      await behaviour(response, request);
    };
    const receiver = await openReceiver(checked);
    const { id, secret } = await createWebhook(token, { url: receiver.url });
    return { id, secret, receiver, valid, problems };
  }
  const endpoints = new Map<string, Endpoint>();
  for (const [kind, behaviour] of Object.entries(kinds)) endpoints.set(kind, await open(behaviour));

  let waiting: Waiting[] = [];
  const collect = (): void => {
    const taken = takeWakes().filter(({ body }) => JSON.parse(body).brandId === brandId);
    waiting.push(
      ...taken.map(({ body, delaySeconds }) => ({ body, at: now().getTime() + delaySeconds * 1000 })),
    );
  };

  const hangingId = endpoints.get('hanging')?.id ?? '';
  const inBackground = new Set<Promise<void>>();

  /** A worker that is killed leaves its message in the queue, which delivers it again. */
  async function work({ body }: Waiting, killing: Killer | undefined): Promise<void> {
    const event = { Records: [{ body }] };
    if (killing === undefined) return handler(event);
    if (await killing.run(() => handler(event))) return;
    waiting.push({ body, at: now().getTime() + visibilitySeconds * 1000 });
  }

  /** Delivers the messages that are due. The worker of the endpoint that hangs does not hold up the others. */
  async function turn(killing?: Killer): Promise<void> {
    collect();
    const at = now().getTime();
    const due = waiting.filter((message) => message.at <= at);
    waiting = waiting.filter((message) => message.at > at);
    const [others, hanging] = [false, true].map((isHanging) =>
      due.filter(({ body }) => (JSON.parse(body).endpointId === hangingId) === isHanging),
    ) as [Waiting[], Waiting[]];
    const [first] = hanging;
    if (first !== undefined && inBackground.size === 0) {
      const running = work(first, undefined).finally(() => inBackground.delete(running));
      inBackground.add(running);
    }
    await Promise.all(others.map((message) => work(message, killing)));
  }

  const isComplete = (expected: readonly string[], kind: string): boolean =>
    expected.every((id) => endpoints.get(kind)?.valid.has(id));

  onTestFinished(async () => {
    await Promise.all([...endpoints.values()].map(({ receiver }) => receiver.close()));
    await Promise.all(inBackground);
    allowLoopback(false);
    useClock();
  });
  return {
    turn,
    /**
     * Delivers until the endpoints of these kinds have all events, and the condition holds. Moves the clock to the next message when
     * none is due.
     */
    settle: async (
      expected: () => Promise<readonly string[]>,
      wanted: readonly string[],
      drain: () => Promise<void>,
      condition: () => Promise<boolean>,
    ) => {
      for (let turns = 0; turns < 2000; turns += 1) {
        await drain();
        await turn();
        const ids = await expected();
        if (wanted.every((kind) => isComplete(ids, kind)) && (await condition())) return;
        const next = Math.min(...waiting.map(({ at }) => at));
        if (Number.isFinite(next)) clock.moveTo(next);
        else await setTimeout(10);
      }
    },
    endpoints,
  };
}
export type Fleet = Awaited<ReturnType<typeof createFleet>>;
