import { describe, expect, test } from 'vitest';
import { brandWithCreators, createPayout, earned, payPayout, readPayout } from '#test/support/payouts.ts';

describe('a payout', () => {
  test('smoke', async () => {
    const acme = await brandWithCreators(3);
    const [ada = '', ben = '', cy = ''] = acme.creators;
    await earned(acme, ada, 1000);
    await earned(acme, ada, 250);
    await earned(acme, ben, 300);
    await earned(acme, cy, 20);
    const payout = await createPayout(acme.admin, { minimum: 1 });
    console.log(payout);
    console.log(await readPayout(acme.admin, payout.id));
    console.log(await payPayout(acme.admin, payout.id));
    expect(payout.status).toBe('ready');
  });
});
