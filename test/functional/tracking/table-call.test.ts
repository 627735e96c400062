// Tests that a call to the table begins no attempt for which too little time is left, because a timer may end an attempt early.
import { expect, test, vi } from 'vitest';
import { call, monotonicNow, transport } from '#lib/clicks/tracking/link/table-call.ts';
import { newMeter } from '#lib/foundation/table/meter.ts';

test('an attempt that ends a millisecond before the deadline is the last one', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const until = monotonicNow() + 20;
  const send = vi.spyOn(transport, 'send').mockImplementation(async () => {
    while (monotonicNow() < until - 1.9);
    throw Object.assign(new Error('The response took too long'), { name: 'TimeoutError' });
  });
  await expect(call('GetItem', '{}', { until, meter: newMeter() })).rejects.toThrow();
  expect(send).toHaveBeenCalledTimes(1);
});
