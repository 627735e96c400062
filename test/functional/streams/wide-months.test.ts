import { afterEach, expect, test, vi } from 'vitest';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { foldAll } from '#lib/click-statistics/store/wide/fold.ts';
import { wideLimits } from '#lib/click-statistics/store/wide/wide-limits.ts';
import {
  clickedBrand,
  deleteStatistics,
  expectExact,
  journalStateOf,
  clickedMonth as month,
  newShard,
} from '#test/support/clicked-brand.ts';
import { limitJournals } from '#test/support/journals.ts';
import { aggregate } from '#test/support/stream.ts';
import { limitWideMonths } from '#test/support/wide-months.ts';

limitJournals(journalLimits.changes);
limitWideMonths();

test('smoke', async () => {
  const clicked = await clickedBrand();
  journalLimits.changes = 10;
  const shardId = newShard();
  for (let at = 0; at < 36; at += 3) {
    await aggregate({ shardId, records: clicked.records.slice(at, at + 3) });
  }
  expect(await journalStateOf(clicked)).toBe('wide');
  await expectExact(clicked);
  await foldAll({ brandId: clicked.brand.id, month });
  await expectExact(clicked);
});
