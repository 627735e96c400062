// Opens receivers of webhooks that close when the test ends.
import { onTestFinished } from 'vitest';
import { allowLoopback } from '#lib/outlets/webhooks/rules/loopback.ts';
import { type Behaviour, openReceiver, type Receiver } from './webhook-receivers.ts';

/** Allows receivers on this machine until the test ends, and closes the receiver then. */
export async function receiverOfTest(behaviour?: Behaviour): Promise<Receiver> {
  allowLoopback();
  const receiver = await openReceiver(behaviour);
  onTestFinished(async () => {
    allowLoopback(false);
    await receiver.close();
  });
  return receiver;
}
