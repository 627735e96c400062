import { describe, expect, test } from 'vitest';
import { dataOf } from '#test/support/answers.ts';
import { followFeed, followTrail, recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { readPage, walk } from '#test/support/lists.ts';
import { errorBody, expectError, invalidFields } from '#test/support/refusals.ts';
import { createBrand, send } from '#test/support/service.ts';

const put = (token: string, rates: object, currency = 'USD') =>
  send('PUT', `/exchange-rates/${currency}`, { token, body: { rates } });

async function createEuroBrand() {
  fakeClock('2026-03-02T23:30:00.000Z', 1);
  return createBrand('growth', { currency: 'EUR', timezone: 'Europe/Berlin' });
}

describe('PUT and GET /v1/exchange-rates/{currency}', () => {
  test('the rates of a currency are listed with the newest day first, between days, page by page', async () => {
    const { admin, member } = await createEuroBrand();
    const rates = ['2026-03-01', '2026-02-27', '2026-03-04'].map((day) => ({ day, rate: '0.92' }));
    await dataOf(put(admin, rates));
    await dataOf(put(admin, [{ day: '2026-03-01', rate: '0.006' }], 'jpy'));
    const days = (items: readonly { day: string }[]) => items.map(({ day }) => day);
    const { items, total } = await readPage(member, '/exchange-rates/usd');
    expect(items[0]).toEqual({ currency: 'USD', day: '2026-03-04', rate: '0.92' });
    expect([days(items), total]).toEqual([['2026-03-04', '2026-03-01', '2026-02-27'], 3]);
    const pages = await walk(member, '/exchange-rates/USD', { limit: 1 });
    expect(pages.map((page) => [...days(page.items), page.total])).toEqual(
      days(items).map((day) => [day, 3]),
    );
    const between = { from: '2026-02-28', to: '2026-03-03' };
    expect(days((await readPage(admin, '/exchange-rates/USD', between)).items)).toEqual(['2026-03-01']);
    expect((await readPage(admin, '/exchange-rates/CHF')).items).toEqual([]);
    const { cursor } = await readPage(admin, '/exchange-rates/USD', { limit: 1 });
    const others = [`USD?from=2026-02-28&cursor=${cursor}`, `JPY?cursor=${cursor}`];
    for (const other of others)
      expect((await send('GET', `/exchange-rates/${other}`, { token: admin })).json.code).toBe(
        'cursor_invalid',
      );
    const empty = await send('GET', '/exchange-rates/USD?from=2026-03-02&to=2026-03-01', { token: admin });
    const message = '`from` must not be after `to`';
    expectError(empty, errorBody(400, 'Invalid query parameters', [{ path: 'from', message }]));
  });

  test('a number below 0.000001, such as the rate of the Iranian rial, is exact, and one with more than 10 decimals is refused', async () => {
    const { admin } = await createEuroBrand();
    const { rates } = await dataOf(put(admin, [{ day: '2026-03-02', rate: 0.00000077 }], 'IRR'));
    expect(rates).toEqual([{ currency: 'IRR', day: '2026-03-02', rate: '0.00000077' }]);
    for (const rate of [0.00000012345678, 1e-11, -7e-7])
      expectError(await put(admin, [{ day: '2026-03-02', rate }], 'IRR'), invalidFields('rates.0.rate'));
  });

  test('a stored rate is replaced, and only a rate that changes has an entry in the audit trail', async () => {
    const { admin } = await createEuroBrand();
    const [monday, tuesday] = ['2026-03-02', '2026-03-03'];
    for (const rate of [0.9, '0.90', '0.91']) {
      await dataOf(
        put(admin, [
          { day: monday, rate: '00.95' },
          { day: tuesday, rate },
        ]),
      );
    }
    const { items } = await readPage(admin, '/exchange-rates/USD');
    expect(items.map(({ rate }) => rate)).toEqual(['0.91', '0.95']);
    await recordAllEvents();
    const entries = await followTrail(admin, 'type=exchange_rate.*&limit=100');
    expect(
      entries.map(({ resourceId, data, changes }) => [resourceId, data.day, data.rate, changes]),
    ).toEqual([
      ['USD', tuesday, '0.91', { rate: { before: '0.9', after: '0.91' } }],
      ['USD', tuesday, '0.9', {}],
      ['USD', monday, '0.95', {}],
    ]);
    expect((await followFeed(admin, 'limit=100')).filter(({ resourceId }) => resourceId === 'USD')).toEqual(
      [],
    );
  });

  test('refuses the currency of the brand, a day after tomorrow, a repeated day, a wrong rate, and users who are no admins', async () => {
    const { admin, member } = await createEuroBrand();
    const [tomorrow, later] = ['2026-03-04', '2026-03-05'];
    const own = await put(admin, [{ day: tomorrow, rate: '1' }], 'EUR');
    expectError(own, errorBody(400, 'Invalid path', [{ path: 'currency', message: expect.any(String) }]));
    expectError(await put(admin, [{ day: later, rate: '1' }]), invalidFields('rates.0.day'));
    const twice = [tomorrow, tomorrow].map((day) => ({ day, rate: '1' }));
    expectError(await put(admin, twice), invalidFields('rates.1.day'));
    for (const rate of ['0', '0.00', '-1', '1e3', '1.00000000001', '12345678901', '1,5', ['1'], null]) {
      expectError(await put(admin, [{ day: tomorrow, rate }]), invalidFields('rates.0.rate'));
    }
    expectError(await put(admin, []), invalidFields('rates'));
    expect((await put(member, [{ day: tomorrow, rate: '1' }])).status).toBe(403);
    expect((await put(admin, [{ day: tomorrow, rate: '1' }], 'EURO')).status).toBe(400);
    expect((await readPage(admin, '/exchange-rates/USD')).items).toEqual([]);
  });
});
