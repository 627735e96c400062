// The cost budgets and situations of the endpoints of payment details. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { detailsPath, otherIban, sepaDetails, taxData } from '#test/support/payment-details.ts';
import type { World } from '#test/support/situations.ts';

async function paidCreator({ by, token }: World): Promise<string> {
  const path = detailsPath((await by.invite(token)).id);
  await by.send('PUT', path, { token, body: sepaDetails });
  return path;
}

export const cases = defineCases({
  'payoutDetails.get': {
    budget: 2,
    situations: { one: async (world) => ({ path: await paidCreator(world), status: 200 }) },
  },
  'payoutDetails.set': {
    budget: 3,
    situations: {
      'the first details': async ({ by, token }) => ({
        path: detailsPath((await by.invite(token)).id),
        status: 200,
        body: { ...sepaDetails, tax: taxData },
      }),
      'another account': async (world) => ({
        path: await paidCreator(world),
        status: 200,
        body: { ...sepaDetails, iban: otherIban },
      }),
      'the same details again': async (world) => ({
        path: await paidCreator(world),
        status: 200,
        body: sepaDetails,
      }),
    },
  },
  'payoutDetails.delete': {
    budget: 3,
    situations: { all: async (world) => ({ path: await paidCreator(world), status: 204 }) },
  },
});
