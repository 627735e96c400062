// Tests approval and payouts over items of more than 1 MB, which one query cannot return.
import { beforeAll, expect, test } from 'vitest';
import { getBrand } from '#lib/access/brands/store/lookup.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { query } from '#lib/foundation/table/client.ts';
import { payoutLinePartition } from '#lib/foundation/table/keys/money-keys.ts';
import { listQueryFor, toQueryInput } from '#lib/foundation/table/list-query.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import { approveDue } from '#lib/money/commissions/store/approval-run.ts';
import { advance } from '#lib/money/payouts/store/advance.ts';
import { getPayout } from '#lib/money/payouts/store/payouts.ts';
import { newAffiliate } from '#lib/program/affiliates/rules/new-affiliate.ts';
import { addAffiliate } from '#lib/program/affiliates/writes.ts';
import { addCommission, someCommission } from '#test/support/commissions.ts';
import { unusedEmail } from '#test/support/creations.ts';
import { writeInBulk } from '#test/support/fill.ts';
import { allItems, replaceItem } from '#test/support/items.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { expectConsistentPayouts, useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  type BrandWithCreators,
  createPayout,
  payPayout,
  postPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';

/** More creators than lines fit in a step, and more than the commissions of three approval transactions. */
const count = 100;
/** One step of a payout reads 40 commissions, which have 1.2 MB, or 96 lines, which have 1.1 MB. */
const [commissionBytes, lineBytes] = [30_000, 12_000];

const padded = <Entry extends Write>(write: Entry): Entry =>
  write.kind === 'put' && 'eligibleAt' in write.item
    ? { ...write, item: { ...write.item, padding: 'x'.repeat(commissionBytes) } }
    : write;

/** Creates active creators, each with a due commission of 5.00. */
async function brandWithLargeCommissions(): Promise<BrandWithCreators> {
  const acme = await createBrand('scale');
  const { brand } = acme;
  const at = addSeconds(new Date(), -40 * secondsPerDay);
  const creators = Array.from({ length: count }, () => ({
    ...newAffiliate({ email: unusedEmail() }, brand, at),
    status: 'active' as const,
  }));
  const commissionOf = (affiliateId: string) =>
    someCommission({ brandId: brand.id, affiliateId, amount: 500 }, at);
  await writeInBulk(
    creators.flatMap((creator) => [
      ...addAffiliate(creator, brand),
      ...addCommission(commissionOf(creator.id)).map(padded),
    ]),
  );
  return { ...acme, creators: creators.map(({ id }) => id).toSorted() };
}

let acme: BrandWithCreators;
let payoutId: string;

beforeAll(async () => {
  acme = await brandWithLargeCommissions();
});

test('automatic approval approves 100 due commissions of different creators although they exceed the 1 MB of a query', async () => {
  const pending = toQueryInput(listQueryFor(acme.brand.id, 'commission', { status: 'pending' }));
  expect((await query(pending)).LastEvaluatedKey).toBeDefined();
  const report = await approveDue({ brandIds: [acme.brand.id], getBrand, hasTime: () => true });
  expect(report).toEqual({ approved: count, failed: 0, left: 0 });
  expect((await readPage(acme.admin, '/commissions', { status: 'approved' })).total).toBe(count);
});

test('a dry run adds up all commissions although they exceed the 1 MB of a query', async () => {
  const { data } = (await postPayout(acme.admin, {}, '?dryRun=true')).json;
  expect(data).toMatchObject({
    isComplete: true,
    amount: 500,
    affiliatesCount: count,
    commissionsCount: count,
  });
});

test('a payout claims all commissions and completes all lines although both exceed the 1 MB of a query', async () => {
  useOneStepPerRequest();
  payoutId = (await createPayout(acme.admin)).id;
  const read = () => getPayout(acme.brand.id, payoutId);
  for (let payout = await read(); payout.work?.phase === 'gather'; payout = await read()) {
    await advance(payout, () => true, { now });
  }
  stopTimer();
  const partition = payoutLinePartition(acme.brand.id, payoutId);
  const lines = (await allItems()).filter(({ pk }) => pk === partition);
  expect(lines).toHaveLength(count);
  await Promise.all(lines.map((line) => replaceItem({ ...line, padding: 'x'.repeat(lineBytes) })));
  expect((await query(toQueryInput({ partition }))).LastEvaluatedKey).toBeDefined();
  await continuePendingPayouts();
  const payout = await readPayout(acme.admin, payoutId);
  expect(payout).toMatchObject({
    status: 'ready',
    amount: 500,
    affiliatesCount: count,
    commissionsCount: count,
  });
  await expectConsistentPayouts(acme);
});

test('the lists and the CSV file of a payout contain all lines although they exceed the 1 MB of a query', async () => {
  const newestFirst = acme.creators.toReversed();
  const pages = await walk(acme.admin, `/payouts/${payoutId}/lines`, { limit: 100 });
  expect(pages.flatMap(({ items }) => items.map(({ affiliateId }) => affiliateId))).toEqual(newestFirst);
  const { text } = await send('GET', `/payouts/${payoutId}.csv`, { token: acme.admin });
  const rows = text.trimEnd().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',')[0])).toEqual(newestFirst);
  expect(rows.every((row) => row.includes(',5,USD,1,'))).toBe(true);
});

test('a paid payout of large commissions leaves no commission unpaid', async () => {
  await payPayout(acme.admin, payoutId);
  await continuePendingPayouts();
  expect((await readPage(acme.admin, '/commissions', { status: 'paid' })).total).toBe(count);
  await expectConsistentPayouts(acme);
});
