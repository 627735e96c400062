// How far approvals have come: two runs at once may end in any order.
import { expect, test } from 'vitest';
import { moveCheckpoint, readCheckpoints } from '#lib/commissions/store/approval-checkpoints.ts';
import { newId } from '#lib/shared/ids.ts';

test('a checkpoint moves forwards only, each brand’s by itself', async () => {
  const [early, late] = [new Date('2026-03-01T12:00:00.000Z'), new Date('2026-03-01T13:00:00.000Z')];
  const [brand, other] = [newId('brand', early), newId('brand', early)];
  const reached = async () => {
    const found = await readCheckpoints();
    return [found.get(brand), found.get(other)];
  };
  await moveCheckpoint(brand, early);
  expect(await reached()).toEqual([early, undefined]);
  await moveCheckpoint(brand, late);
  await moveCheckpoint(other, early);
  expect(await reached()).toEqual([late, early]);
  await moveCheckpoint(brand, early);
  expect(await reached()).toEqual([late, early]);
});
