// Serves many brands at the same time in one process, as one instance of Lambda does one after the other, and searches each response
// for data of another brand.
import { expect, test } from 'vitest';
import { createBrand, send } from '#test/support/service.ts';
import { sized } from '#test/support/size.ts';

const brandCount = sized(12, 50);
const rounds = sized(3, 6);

interface Party {
  readonly mark: string;
  readonly token: string;
  readonly brandId: string;
}

const createParty = async (nth: number): Promise<Party> => {
  const { admin: token, brand } = await createBrand('scale');
  return { mark: `mark-${nth}-`, token, brandId: brand.id };
};

/** Everything that the party writes contains its mark. */
async function write({ mark, token }: Party, round: number): Promise<void> {
  const name = `${mark}${round}`;
  // All brands use the same keys.
  const post = (path: string, body: object) =>
    send('POST', path, { token, body, headers: { 'idempotency-key': `${path}-${round}` } });
  const invited = await post('/affiliates/invite', {
    name,
    email: `${name}@creators.test`,
    trackingCode: `${mark}${round}`,
  });
  expect(invited.status).toBe(201);
  const campaign = await post('/campaigns', { name });
  const order = await post('/conversions', {
    orderId: name,
    amount: 10,
    trackingCode: name,
    metadata: { mark: name },
  });
  expect([campaign.status, order.status]).toEqual([201, 201]);
}

const paths = [
  '/affiliates',
  '/campaigns',
  '/conversions',
  '/commissions',
  '/events',
  '/audit',
  '/reports/performance?groupBy=affiliate&from=2026-01-01&to=2026-12-31',
  '/me',
  '/brand',
  '/billing/usage',
];

test('brands that send requests at the same time see only their own data', async () => {
  const parties = await Promise.all(Array.from({ length: brandCount }, (_, nth) => createParty(nth)));
  const marks = parties.map(({ mark }) => mark);
  const ids = parties.map(({ brandId }) => brandId);
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const requests = parties.flatMap((party) => [
      write(party, round),
      ...paths.map(async (path) => {
        const { status, text } = await send('GET', path, { token: party.token });
        expect([path, status]).toEqual([path, 200]);
        const foreign = [
          ...marks.filter((mark) => mark !== party.mark && text.includes(mark)),
          ...ids.filter((id) => id !== party.brandId && text.includes(id)),
        ];
        expect([path, foreign]).toEqual([path, []]);
        if (text.includes(party.mark)) found += 1;
      }),
    ]);
    await Promise.all(requests);
  }
  expect(found).toBeGreaterThan(brandCount);
});
