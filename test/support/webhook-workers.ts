// Runs the workers of webhook endpoints under the control of the test.
import { handler } from '#functions/queues/deliver-webhooks.ts';
import { recordAllEvents } from './events.ts';
import { takeWakes } from './wake-queue.ts';

const queueEvent = (body: string) => ({ Records: [{ body }] });

export const runWorker = (wake: { readonly brandId: string; readonly endpointId: string }): Promise<void> =>
  handler(queueEvent(JSON.stringify(wake)));

/** Records all events and drops their messages, so that no test waits for the endpoints of another one. */
export async function discardDeliveries(): Promise<void> {
  await recordAllEvents();
  takeWakes();
}

/** Records all events, and runs the workers until none has work that is due. Returns the delays of the messages that wait. */
export async function deliverAll(): Promise<readonly number[]> {
  const delays: number[] = [];
  for (;;) {
    await recordAllEvents();
    const wakes = takeWakes();
    if (wakes.length === 0) return delays;
    delays.push(...wakes.map(({ delaySeconds }) => delaySeconds).filter((seconds) => seconds > 0));
    for (const { body } of wakes.filter(({ delaySeconds }) => delaySeconds === 0))
      await handler(queueEvent(body));
  }
}
