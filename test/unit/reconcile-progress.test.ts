// Tests the file that remembers which brands a reconciliation of all brands has examined.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProgress } from '#infra/operator/reconcile-progress.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const newFile = () =>
  join(mkdtempSync(join(tmpdir(), 'creator-affiliate-reconciliation-')), 'progress.jsonl');
const reconciled = (brandId: string) => ({
  ...{ brandId, reconciledAt: now.toISOString(), entries: 3, compared: 9 },
  ...{ differences: [], wrongFigures: [] },
});
const brandsIn = (file: string) => [...openProgress(file).reconciled.keys()];

test('a reconciliation that was killed within a line continues after the line before, also when it is continued again', () => {
  const file = newFile();
  openProgress(file).add(reconciled('brd_1'));
  appendFileSync(file, JSON.stringify(reconciled('brd_2')).slice(0, 40));
  const continued = openProgress(file);
  expect([...continued.reconciled.keys()]).toEqual(['brd_1']);
  continued.add(reconciled('brd_2'));
  expect(brandsIn(file)).toEqual(['brd_1', 'brd_2']);
});

test('a reconciliation that was completed begins again with no brand', () => {
  const file = newFile();
  const first = openProgress(file);
  first.add(reconciled('brd_1'));
  first.complete(now);
  const next = openProgress(file);
  expect([...next.reconciled.keys()]).toEqual([]);
  next.add(reconciled('brd_2'));
  expect(brandsIn(file)).toEqual(['brd_2']);
});
