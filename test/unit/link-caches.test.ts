import { expect, test, vi } from 'vitest';
import { countedVisitorsOf, rememberFullVisit } from '#lib/clicks/tracking/link/full-visits.ts';
import { cached } from '#lib/clicks/tracking/link/text-cache.ts';

test('a process remembers the last 1,000 full visits, and forgets the one that it remembered first', () => {
  const counted = new Set(['v']);
  for (let visit = 0; visit < 1000; visit += 1) rememberFullVisit(`visit ${visit}`, counted);
  expect(countedVisitorsOf('visit 0')).toBe(counted);
  rememberFullVisit('visit 0', counted);
  rememberFullVisit('visit 1000', counted);
  expect(countedVisitorsOf('visit 1')).toBeUndefined();
  expect(['visit 0', 'visit 2', 'visit 1000'].map(countedVisitorsOf)).toEqual([counted, counted, counted]);
});

test('a cached function computes the last 500 texts once, and forgets the one that was added first', () => {
  const compute = vi.fn((text: string) => text.length);
  const lengthOf = cached(compute);
  for (const _ of [1, 2]) for (let text = 0; text < 500; text += 1) lengthOf(`text ${text}`);
  expect(compute).toHaveBeenCalledTimes(500);
  lengthOf('another text');
  lengthOf('text 1');
  expect(compute).toHaveBeenCalledTimes(501);
  expect(lengthOf('text 0')).toBe(6);
  expect(compute).toHaveBeenCalledTimes(502);
});

test('a cached function keeps texts of at most 512 characters', () => {
  const compute = vi.fn((text: string) => text.length);
  const lengthOf = cached(compute);
  for (const length of [512, 512, 513, 513]) expect(lengthOf('x'.repeat(length))).toBe(length);
  expect(compute).toHaveBeenCalledTimes(3);
});
