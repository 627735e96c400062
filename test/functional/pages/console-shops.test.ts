// Tests the pages of the console about connected shops, with the real API behind them.
import { expect, test } from 'vitest';
import { now } from '#lib/foundation/shared/clock.ts';
import { tokenOf } from '#test/support/accounts.ts';
import { dataOf } from '#test/support/answers.ts';
import { signedIn } from '#test/support/console.ts';
import { send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

test('a comparison says that the orders are equal only after it has ended', async () => {
  const admin = await signedIn();
  const token = await tokenOf(admin);
  const shop = { type: 'woocommerce', name: 'Shop', secret: 'secret-of-the-shop' };
  const { id } = await dataOf(send('POST', '/connections', { token, body: shop }), 201);
  const row = `o-1,10,${now().toISOString()},canceled`;
  const body = { format: 'general', csv: `orderId,amount,occurredAt,status\n${row}` };
  const { id: comparison } = await dataOf(
    send('POST', `/connections/${id}/reconciliations`, { token, body }),
    201,
  );
  const path = `/console/settings/connections/${id}/comparisons/${comparison}`;
  const equal = 'The orders here are those of the file.';
  const before = (await admin.visitor.get(path)).text;
  expect(before).toContain('Differences appear here while the orders are compared.');
  expect(before).not.toContain(equal);
  await continueToCompletion();
  expect((await admin.visitor.get(path)).text).toContain(equal);
});

test.each(['1001', '#1001'])('an order is found by the number %s that Shopify prints', async (number) => {
  const admin = await signedIn();
  const token = await tokenOf(admin);
  const order = { orderId: '5001', externalId: '#1001', amount: 10 };
  const { id } = await dataOf(send('POST', '/conversions', { token, body: order }), 201);
  const query = encodeURIComponent(number);
  expect((await admin.visitor.get(`/console/orders?orderId=${query}`)).text).toContain(
    `/console/orders/${id}`,
  );
});
