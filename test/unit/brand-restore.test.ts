// Tests the rules of a restore of one brand.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openRestore, saveRestore } from '#infra/operator/restore-progress.ts';
import { placeOf } from '#lib/care/catalog/places.ts';
import { changeOf } from '#lib/care/recovery/rules/change.ts';
import { withKeptFields } from '#lib/care/recovery/rules/kept-fields.ts';
import { eventKeys } from '#lib/foundation/table/keys/event-keys.ts';
import { exportKeys } from '#lib/foundation/table/keys/export-keys.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { figureKeys } from '#lib/foundation/table/keys/figure-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import { requestKeys } from '#lib/foundation/table/keys/request-keys.ts';
import { searchKeys } from '#lib/foundation/table/keys/search-keys.ts';
import { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';

const brandId = 'brd_01JD0000000000000000000000';
const id = 'aff_01JD0000000000000000000000';
const treatmentOf = ({ pk }: { pk: string }) => placeOf(brandId, pk).treatment;

describe('the rule of a partition', () => {
  test('what brands decide and what is earned becomes what it was', () => {
    const restored = [
      keys.brand(brandId),
      ...(['affiliate', 'campaign', 'discount', 'conversion', 'commission'] as const).map((collection) =>
        keys.item(brandId, collection, id),
      ),
      keys.member(brandId, 'cmp_1', id),
      keys.affiliateEmail(brandId, 'ada@acme.test'),
      keys.discountCode(brandId, 'ADA10'),
      externalIdKeys.externalId(brandId, 'affiliate', 'creator-7'),
      searchKeys.affiliateSearch(brandId, 'ada', id),
      keys.totalsCell(keys.item(brandId, 'affiliate', id), 7),
      keys.idempotency(brandId, 'Ab3_-digest'),
      keys.counterShard(brandId, 'conversions', 3),
      keys.counterShard(`${brandId}#${id}`, 'affiliateConversions', 3),
      keys.counterShard(`${brandId}#2026-11-01T00:00:00.000Z`, 'creations', 0),
      keys.order(brandId, 'order-1'),
      keys.item(brandId, 'conversion', 'cnv_01JD00000000000000000000007'),
      keys.item(brandId, 'commission', 'com_01JD0000000000000000000000K'),
      keys.refund(brandId, 'cnv_1', 'refund-1'),
      keys.ledgerEntry(brandId, 'led_1'),
      keys.newestPayout(brandId),
      keys.payoutLine(brandId, 'pay_1', id),
      keys.excludedLine(brandId, 'pay_1', id),
      keys.payoutBatch(brandId, 'pay_1', 0),
    ];
    expect(restored.map(treatmentOf)).toEqual(restored.map(() => 'restored'));
    expect(treatmentOf(keys.item(brandId, 'payout', 'pay_1'))).toBe('last');
  });

  test('access, the feed, the audit trail, webhooks, erasures and clicks stay as they are', () => {
    const kept = [
      ...(['user', 'session', 'apiKey'] as const).map((collection) => keys.item(brandId, collection, id)),
      keys.apiKeyUse(brandId, id),
      keys.counterShard(brandId, 'apiKeys', 0),
      keys.counterShard(brandId, 'webhookEndpoints', 0),
      keys.testTwin(brandId),
      requestKeys.requestCount({ brandId, mode: 'live', minute: 1 }),
      eventKeys.eventSegment(brandId, 1),
      eventKeys.resourceEvent(brandId, id, 1),
      eventKeys.actorSegment(brandId, 'usr_1', '1'),
      eventKeys.auditEntry(brandId, 'x'),
      eventKeys.requestAddress(brandId, 'x'),
      eventKeys.digest(brandId, 1),
      eventKeys.deletionNote(brandId, id),
      webhookKeys.webhookEndpoint(brandId, 'whe_1'),
      webhookKeys.webhookSecrets(brandId, 'whe_1'),
      webhookKeys.webhookProgress(brandId, 'whe_1'),
      webhookKeys.delivery(brandId, 'whe_1', 'dlv_1'),
      webhookKeys.deliveryRetry(brandId, 'whe_1', new Date(0), 'dlv_1'),
      webhookKeys.webhookTask(brandId, 'whe_1', 'wht_1'),
      exportKeys.export(brandId, 'exp_1'),
      privacyKeys.erasure(brandId, 'ers_1'),
      privacyKeys.erasedPerson(brandId, id),
      privacyKeys.deletedResource(brandId, id, 'dsc_1'),
      keys.visit(brandId, '2026-11-22', '7ABCDEFGHJKM'),
      keys.visitorSalt(brandId, '2026-11-22'),
    ];
    expect(kept.map(treatmentOf)).toEqual(kept.map(() => 'kept'));
    const figures = [
      figureKeys.payables(brandId, id),
      figureKeys.brandFigures(brandId, '2026-11-22'),
      figureKeys.figures(brandId, 'AFFILIATE', '2026-11', id),
    ];
    expect(figures.map(treatmentOf)).toEqual(figures.map(() => 'recalculated'));
  });

  test('a partition without a rule is refused', () => {
    expect(() => placeOf(brandId, `${brandId}#SOMETHING_NEW`)).toThrow('has no rule for a restore');
  });
});

describe('the change of an item', () => {
  const item = { pk: 'p', sk: 's', name: 'Ada', revision: 3, changedBy: 'usr_1 k' };

  test('an item that differs only in its revision and its last writer is the same', () => {
    expect(changeOf(item, { ...item, revision: 9, changedBy: 'usr_2 m' }, 0)).toEqual({ outcome: 'same' });
  });

  test('a changed item receives a revision above both, on the condition that it has not changed since it was read', () => {
    const { outcome, write } = changeOf(item, { ...item, name: 'Eve', revision: 9 }, 0);
    expect(outcome).toBe('changed');
    expect(write).toMatchObject({
      kind: 'put',
      item: { name: 'Ada', revision: 10 },
      condition:
        'attribute_exists(#pk) AND #name = :is_name AND #revision = :is_revision AND #changedBy = :is_changedBy',
      values: { is_name: 'Eve', is_revision: 9 },
    });
  });

  test('a lost item is put, a surplus one is deleted, and an expired one does not return', () => {
    expect(changeOf(item, undefined, 0).outcome).toBe('put');
    expect(changeOf(undefined, item, 0).outcome).toBe('deleted');
    expect(changeOf({ ...item, expiresAt: 5 }, undefined, 6).outcome).toBe('same');
    expect(changeOf({ ...item, expiresAt: 5 }, { ...item, expiresAt: 5 }, 6).outcome).toBe('deleted');
    expect(changeOf(undefined, undefined, 0).outcome).toBe('same');
  });
});

describe('progress of a restore', () => {
  const now = new Date('2026-03-01T12:00:00.000Z');
  const opened = { brandId, fromTable: 'restored', now };
  const begun = { brandId, fromTable: 'restored', phase: 'source', tally: {}, savedAt: now.toISOString() };
  const newFile = () => join(mkdtempSync(join(tmpdir(), 'creator-affiliate-restore-')), 'restore.json');
  const saved = (millisecondsAgo: number, changes: object = {}) => {
    const file = newFile();
    const savedAt = new Date(now.getTime() - millisecondsAgo).toISOString();
    saveRestore(file, { brandId, fromTable: 'restored', phase: 'live', tally: {}, savedAt, ...changes });
    return file;
  };
  const fiveMinutes = 5 * 60_000;

  test('a restore continues for 5 minutes after its progress was saved, and then begins again', () => {
    expect(openRestore(newFile(), opened)).toEqual(begun);
    expect(openRestore(saved(fiveMinutes - 1), opened).phase).toBe('live');
    expect(openRestore(saved(fiveMinutes), opened)).toEqual(begun);
  });

  test('the file of another brand, of another table, or with another content is refused', () => {
    for (const changes of [{ brandId: 'brd_other' }, { fromTable: 'other' }])
      expect(() => openRestore(saved(0, changes), opened)).toThrow(`is not from a restore of ${brandId}`);
    const file = newFile();
    writeFileSync(file, '{');
    expect(() => openRestore(file, opened)).toThrow('is not from a restore');
  });

  test('a complete restore leaves no file', () => {
    const file = saved(0);
    saveRestore(file, {
      brandId,
      fromTable: 'restored',
      phase: 'done',
      tally: {},
      savedAt: now.toISOString(),
    });
    expect(existsSync(file)).toBe(false);
  });
});

test('a restore of the item of a brand keeps its contract, and the rest becomes what it was', () => {
  const source = { name: 'Before', plan: 'starter', salt: 'old', auditAddresses: 'clear' };
  const live = { name: 'After', plan: 'scale', salt: 'new', requestsPerMinute: 900 };
  expect(withKeptFields(source, live)).toEqual({
    ...{ name: 'Before', plan: 'scale', salt: 'new', requestsPerMinute: 900 },
  });
});

test('an item expires in the second of its time to live', () => {
  const item = { pk: 'p', sk: 's', expiresAt: 5 };
  expect([4, 5].map((seconds) => changeOf(item, undefined, seconds).outcome)).toEqual(['put', 'same']);
});
