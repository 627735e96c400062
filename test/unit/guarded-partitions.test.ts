import { expect, test } from 'vitest';
import { keyExamples } from '#infra/tools/table-tables.ts';
import { guardOf } from '#test/support/guarded-partitions.ts';

test('each partition that does not belong to a brand is guarded, or open to all functions on purpose', () => {
  const withoutBrand = keyExamples.map(({ pk }) => pk).filter((pk) => !pk.startsWith('brd_'));
  const open = [
    ...['BRANDS', 'TRACKING#ada', 'CHECKPOINT#SHARDS', 'PROBE', 'DEMO', 'SLUG#acme', 'LINKPREFIX#acme'],
    ...['LINKDOMAIN#go.acme.com', 'CONNECTION#con_01', 'REFUSED_MESSAGES#sha256-of-the-address'],
  ];
  expect([...new Set(withoutBrand.filter((pk) => guardOf(pk) === undefined))].toSorted()).toEqual(
    open.toSorted(),
  );
  expect(withoutBrand.length).toBeGreaterThan(open.length);
});

test('API keys, payment details and the secrets of webhook endpoints are the only guarded partitions of a brand', () => {
  const ofBrands = keyExamples.map(({ pk }) => pk).filter((pk) => pk.startsWith('brd_'));
  expect(ofBrands.filter((pk) => guardOf(pk) !== undefined)).toEqual([
    'brd_01#API_KEY',
    'brd_01#PAYMENT_DETAILS',
    'brd_01#WEBHOOK_SECRET',
  ]);
  expect(ofBrands.length).toBeGreaterThan(10);
});
