// Creates a brand with creators who have discount codes of one campaign, and the events that record their orders.
import { randomUUID } from 'node:crypto';
import { httpEvent } from '#infra/local/http-event.ts';
import { runInBatches } from '#test/support/concurrent.ts';
import { createCampaign, createDiscount, inviteActive } from '#test/support/creations.ts';
import { createBrand } from '#test/support/service.ts';

/** The event of the nth order. */
export type OrderEvents = (nth: number) => object;

const routeKey = 'POST /v1/conversions';

const eventOf = (token: string, order: object): object =>
  httpEvent(
    {
      method: 'POST',
      url: '/v1/conversions',
      headers: [
        ['authorization', `Bearer ${token}`],
        ['content-type', 'application/json'],
      ],
      body: Buffer.from(JSON.stringify(order)),
      sourceIp: '203.0.113.7',
      requestId: randomUUID(),
      receivedAt: new Date(),
    },
    { routeKey, pathParameters: {} },
  );

export async function createProgram(creators: number) {
  const { brand, admin } = await createBrand('scale');
  const { id: campaignId } = await createCampaign(admin, { status: 'active' });
  const codes: string[] = [];
  await runInBatches(creators, async () => {
    const { id } = await inviteActive(admin, { campaignIds: [campaignId] });
    codes.push((await createDiscount(admin, id, { campaignId })).code);
  });
  const events: OrderEvents = (nth) =>
    eventOf(admin, { orderId: randomUUID(), amount: 50, discountCode: codes[nth % codes.length] });
  return { brandId: brand.id, events };
}
