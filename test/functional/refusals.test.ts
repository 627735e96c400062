// Tests which refusal of a transaction becomes its error, wherever its write stands.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { withPreconditions } from '#lib/foundation/table/writes/preconditions.ts';
import { isStaleWrite, mustExist, staleWrite } from '#lib/foundation/table/writes/write.ts';
import { getAffiliate } from '#lib/program/affiliates/store/affiliates.ts';
import { changeAffiliate } from '#lib/program/affiliates/writes.ts';
import { invite } from '#test/support/creations.ts';
import { createBrand } from '#test/support/service.ts';

const missing = (sk: string) => ({ pk: 'refusals', sk });
const errorOf = (writes: Parameters<typeof transact>[0]) =>
  transact(writes).then(
    () => undefined,
    (error: Error) => error,
  );
const taken = mustExist(missing('taken'), () => new Error('taken'));
const stale = mustExist(missing('stale'), staleWrite);
const permuted = [
  [taken, stale],
  [stale, taken],
] as const;

test.each(permuted)('a stale write wins over another refusal, before and after it', async (...writes) => {
  expect(isStaleWrite(await errorOf(writes))).toBe(true);
});

test.each(permuted)(
  'a failed precondition about a written item wins over all other refusals',
  async (...writes) => {
    const precondition = {
      key: missing('stale'),
      condition: '#role = :callerRole',
      values: { callerRole: 'admin' },
      isMet: () => false,
      refused: () => new Error('revoked'),
    };
    expect((await errorOf(withPreconditions(writes, [precondition])))?.message).toBe('revoked');
  },
);

test('a stale change of a creator throws a stale write, although another creator has taken the address', async () => {
  const { brand, admin } = await createBrand();
  const [ada, bob] = [await invite(admin), await invite(admin)];
  const before = await getAffiliate(brand.id, ada.id);
  const outdated = { ...before, revision: before.revision - 1 };
  const writes = changeAffiliate(outdated, { ...before, email: bob.email }, brand, now());
  for (const order of [writes, writes.toReversed()]) expect(isStaleWrite(await errorOf(order))).toBe(true);
});
