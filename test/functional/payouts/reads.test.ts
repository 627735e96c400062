import { beforeAll, describe, expect, test, vi } from 'vitest';
import { newId } from '#lib/foundation/shared/ids.ts';
import { dynamoDb } from '#lib/foundation/table/client.ts';
import { maxLinesShown } from '#lib/money/payouts/schema/payout.ts';
import { invite, patch } from '#test/support/creations.ts';
import { idsOf, readPage, walk } from '#test/support/lists.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  cancelPayout,
  createApprovedCommission,
  createPayout,
  fillCommissions,
  markLine,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continuePendingPayouts } from '#test/support/stream.ts';

const get = (path: string, token: string) => send('GET', path, { token });

test('GET /v1/payouts/{id} returns counts that agree with the lines when a line fails during the request', async () => {
  const acme = await brandWithCreators(2);
  for (const creator of acme.creators) await createApprovedCommission(acme, creator, 100);
  const { id } = await createPayout(acme.admin);
  const sendCommand = dynamoDb.send.bind(dynamoDb);
  let hasFailed = false;
  const sending = vi.spyOn(dynamoDb, 'send').mockImplementation(async (...args: unknown[]) => {
    if (args[0] === 'Query' && !hasFailed) {
      hasFailed = true;
      await markLine(acme.admin, id, acme.creators[0] ?? '', 'failed');
    }
    return Reflect.apply(sendCommand, undefined, args);
  });
  const payout = await readPayout(acme.admin, id);
  sending.mockRestore();
  expect(payout).toMatchObject({ amount: 1, affiliatesCount: 1, failedCount: 1 });
  expect(payout.lines.map(({ status }: { status: string }) => status).toSorted()).toEqual(['failed', 'open']);
});

test('GET /v1/payouts lists all payouts, newest first, and filters them by status', async () => {
  const acme = await brandWithCreators(1);
  const [ada = ''] = acme.creators;
  const payouts: { id: string }[] = [];
  for (const end of [payPayout, cancelPayout, undefined]) {
    await createApprovedCommission(acme, ada, 100);
    const payout = await createPayout(acme.admin);
    payouts.unshift(end === undefined ? payout : await end(acme.admin, payout.id));
  }
  const all = await readPage(acme.member, '/payouts');
  expect([all.items, all.total]).toEqual([payouts, 3]);
  for (const [index, status] of ['ready', 'canceled', 'paid'].entries()) {
    const { items, total } = await readPage(acme.member, '/payouts', { status });
    expect([items, total]).toEqual([[payouts[index]], 1]);
  }
  expect((await readPage(acme.member, '/payouts', { status: 'paying' })).items).toEqual([]);
  const other = await createBrand();
  expect(await readPage(other.admin, '/payouts')).toMatchObject({ items: [], total: 0 });
});

describe('a payout of many creators', () => {
  const count = maxLinesShown + 1;
  let acme: BrandWithCreators;
  let id: string;

  beforeAll(async () => {
    acme = await brandWithCreators(count);
    await fillCommissions(acme, count + 1);
    ({ id } = await createPayout(acme.admin));
    await continuePendingPayouts();
  });

  test('a payout of many creators has its first lines in GET /v1/payouts/{id} and every line in GET /v1/payouts/{id}/lines', async () => {
    const { lines, ...payout } = await readPayout(acme.member, id);
    expect(payout).toMatchObject({ affiliatesCount: count, commissionsCount: count + 1 });
    expect(lines).toHaveLength(maxLinesShown);
    const pages = await walk(acme.member, `/payouts/${id}/lines`, { limit: 50 });
    const all = pages.flatMap(({ items }) => items);
    expect(all.slice(0, maxLinesShown)).toEqual(lines);
    expect(all.map(({ affiliateId }) => affiliateId)).toEqual(acme.creators.toReversed());
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([count]));
    const minorUnits = all.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
    expect(minorUnits).toBe(Math.round(payout.amount * 100));
  });

  test('a payout of many creators has a CSV file with one row per creator', async () => {
    const { status, text, headers } = await get(`/payouts/${id}.csv`, acme.member);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toBe(`attachment; filename="${id}.csv"`);
    expect(headers['x-request-id']).toMatch(/\S/);
    const [first, ...rows] = text.trimEnd().split('\r\n');
    expect(first).toBe(
      'affiliateId,email,name,amount,currency,commissionsCount,periodStart,periodEnd,status',
    );
    expect(text.endsWith('\r\n')).toBe(true);
    const pages = await walk(acme.member, `/payouts/${id}/lines`, { limit: 100 });
    const { periodStart, periodEnd } = await readPayout(acme.member, id);
    expect(rows).toEqual(
      pages.flatMap(({ items }) =>
        items.map((line) =>
          [
            ...[line.affiliateId, line.email, line.name, line.amount, 'USD', line.commissionsCount],
            ...[periodStart, periodEnd, 'open'],
          ].join(','),
        ),
      ),
    );
  });
});

describe('GET /v1/payouts/{id}.csv', () => {
  test.each([
    ['=HYPERLINK("https://evil.test")', `"'=HYPERLINK(""https://evil.test"")"`],
    ['Ada; =1+1, "Countess"', `"Ada; '=1+1, ""Countess"""`],
    ['Zoë 😀', 'Zoë 😀'],
  ])('writes the name %j as plain text', async (name, cell) => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    await patch(acme.admin, `/affiliates/${ada}`, { name });
    const { createdAt } = await createApprovedCommission(acme, ada, 1250);
    const { id } = await createPayout(acme.admin);
    const { text } = await get(`/payouts/${id}.csv`, acme.admin);
    const [line] = (await readPayout(acme.admin, id)).lines;
    expect(text.slice(text.indexOf('\r\n') + 2)).toBe(
      `${ada},${line.email},${cell},12.5,USD,1,${createdAt},${createdAt},open\r\n`,
    );
  });

  test('`excel=true` returns a file that Excel opens with umlauts, columns and amounts', async () => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    await patch(acme.admin, `/affiliates/${ada}`, { name: 'Jürgen Müller' });
    const { createdAt } = await createApprovedCommission(acme, ada, 1250);
    const { id } = await createPayout(acme.admin);
    const { text } = await get(`/payouts/${id}.csv?excel=true`, acme.admin);
    const [line] = (await readPayout(acme.admin, id)).lines;
    expect(text).toBe(
      '\uFEFFaffiliateId;email;name;amount;currency;commissionsCount;periodStart;periodEnd;status\r\n' +
        `${ada};${line.email};Jürgen Müller;12,5;USD;1;${createdAt};${createdAt};open\r\n`,
    );
  });

  test('writes the e-mail address of a creator unaltered, in quotes if it begins with a formula character', async () => {
    const acme = await createBrand();
    const { id: ada } = await invite(acme.admin, { email: '+ada@creators.test' });
    await patch(acme.admin, `/affiliates/${ada}`, { status: 'active' });
    await createApprovedCommission(acme, ada, 1250);
    const { id } = await createPayout(acme.admin);
    const { text } = await get(`/payouts/${id}.csv`, acme.admin);
    expect(text).toContain(`\r\n${ada},"+ada@creators.test",,12.5,USD,1,`);
  });

  test('returns the file of a ready or paid payout and 409 for a canceled payout', async () => {
    const acme = await brandWithCreators(1);
    const [ada = ''] = acme.creators;
    await createApprovedCommission(acme, ada, 100);
    const canceled = await createPayout(acme.admin);
    await cancelPayout(acme.admin, canceled.id);
    expectError(
      await get(`/payouts/${canceled.id}.csv`, acme.admin),
      errorBody(409, 'A payout that is canceled has no file; it must be ready, paying or paid'),
    );
    const { id } = await createPayout(acme.admin);
    const before = await get(`/payouts/${id}.csv`, acme.admin);
    await payPayout(acme.admin, id);
    const after = await get(`/payouts/${id}.csv`, acme.admin);
    expect([after.status, after.text]).toEqual([200, before.text.replace(',open', ',paid')]);
  });

  test('returns 404 for unknown payouts, payouts of other brands and malformed paths', async () => {
    const acme = await brandWithCreators(1);
    const globex = await createBrand();
    await createApprovedCommission(acme, acme.creators[0] ?? '', 100);
    const { id } = await createPayout(acme.admin);
    for (const otherId of [id, newId('payout', new Date()), 'none', `${id}.csv`, `${id}.pdf`, '']) {
      const answer = await get(`/payouts/${otherId}.csv`, globex.admin);
      expectError(answer, errorBody(404, 'Payout not found'));
    }
    expectError(await get(`/payouts/${id}.csv.csv`, acme.admin), errorBody(404, 'Payout not found'));
    expectError(await get(`/payouts/${id}.csv?x=1`, acme.admin), {
      ...errorBody(400, 'Invalid query parameters', [{ path: 'x', message: 'Unknown query parameter' }]),
    });
    const patchAnswer = await send('PATCH', `/payouts/${id}.csv`, {
      token: acme.admin,
      body: { status: 'canceled' },
    });
    expectError(patchAnswer, errorBody(404, 'Payout not found'));
  });
});

test('GET /v1/payouts lists payouts of its own brand only', async () => {
  const [acme, globex] = [await brandWithCreators(1), await brandWithCreators(1)];
  const createWithLine = async (brand: BrandWithCreators) => {
    await createApprovedCommission(brand, brand.creators[0] ?? '', 100);
    return createPayout(brand.admin);
  };
  const own = [await createWithLine(acme), await createWithLine(acme)];
  await createWithLine(globex);
  const { items } = await readPage(acme.admin, '/payouts');
  expect(idsOf(items)).toEqual(idsOf(own.toReversed()));
});
