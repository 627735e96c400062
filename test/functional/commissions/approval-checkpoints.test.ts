// Tests the checkpoints of the approval run, which overlapping runs write in any order.
import { describe, expect, test } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { moveCheckpoint, readCheckpoints } from '#lib/money/commissions/store/approval-checkpoints.ts';

describe('moveCheckpoint', () => {
  test('moves the checkpoint of each brand forward only', async () => {
    const [early, late] = [new Date('2026-03-01T12:00:00.000Z'), new Date('2026-03-01T13:00:00.000Z')];
    const [brand, other] = [newId('brand', early), newId('brand', early)];
    const checkpointTimes = async () => {
      const checkpoints = await readCheckpoints();
      return [checkpoints.get(brand), checkpoints.get(other)];
    };
    await moveCheckpoint(brand, early);
    expect(await checkpointTimes()).toEqual([early, undefined]);
    await moveCheckpoint(brand, late);
    await moveCheckpoint(other, early);
    expect(await checkpointTimes()).toEqual([late, early]);
    await moveCheckpoint(brand, early);
    expect(await checkpointTimes()).toEqual([late, early]);
  });
});
