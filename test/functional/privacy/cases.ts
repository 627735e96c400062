// The cost budgets and situations of the endpoints of personal data. The first situation of each endpoint is a plain success.
import { type RecordType, recordTypes } from '#lib/care/privacy/schema/record.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { SituationRequest, World } from '#test/support/situations.ts';

/** The first page with records of the type, each page before which has one kind of records. `later` pages follow it. */
async function pageOfRecords(
  { by, token, brandId }: World,
  type: RecordType,
  later = 0,
): Promise<SituationRequest> {
  const before = recordTypes.indexOf(type) + later;
  const { id } = await by.inviteActive(token);
  await by.createCommission({ brandId, affiliateId: id });
  const path = `/affiliates/${id}/personal-data?limit=100`;
  let cursor = '';
  for (let page = 0; page < before; page += 1) {
    const { json } = await by.send('GET', `${path}${cursor}`, { token });
    cursor = `&cursor=${json.meta.cursor}`;
  }
  return { path: `${path}${cursor}`, status: 200 };
}

export const cases = defineCases({
  'privacy.eraseAffiliate': {
    budget: 4,
    situations: {
      'a creator': async ({ by, token }) => ({
        path: `/affiliates/${(await by.inviteActive(token)).id}/personal-data`,
        status: 202,
      }),
      'an erased creator': async ({ by, token }) => {
        const path = `/affiliates/${(await by.invite(token)).id}/personal-data`;
        await by.send('DELETE', path, { token });
        return { path, status: 202 };
      },
    },
  },
  'privacy.getAffiliate': {
    budget: 3,
    situations: {
      'the creator': at(({ affiliateId }) => `/affiliates/${affiliateId}/personal-data`),
      'the discount codes': (world) => pageOfRecords(world, 'discount'),
      'the payment details': (world) => pageOfRecords(world, 'paymentDetails'),
      'the lines of payouts': (world) => pageOfRecords(world, 'payoutLine'),
      'the memberships': (world) => pageOfRecords(world, 'membership'),
      'the events of the creator': (world) => pageOfRecords(world, 'event'),
      'the events of the orders': (world) => pageOfRecords(world, 'event', 3),
    },
  },
  'privacy.getErasure': {
    budget: 2,
    situations: {
      'an erasure': async ({ by, token }) => {
        const { id } = await by.invite(token);
        const { json } = await by.send('DELETE', `/affiliates/${id}/personal-data`, { token });
        return { path: `/personal-data-erasures/${json.data.id}`, status: 200 };
      },
    },
  },
  'customers.erase': {
    budget: 5,
    situations: {
      'a customer': async ({ by, token }) => {
        await by.recordOrder(token, { customerId: 'customer-7' });
        return { path: '/customers/customer-7/personal-data', status: 202 };
      },
    },
  },
});
