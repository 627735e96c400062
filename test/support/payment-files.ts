// Creates payouts whose creators are paid in different ways, and reads their files.
import { dataOf } from './answers.ts';
import { createApiKey } from './creations.ts';
import type { Json } from './json.ts';
import { detailsPath, paypalDetails, sepaDetails, taxData } from './payment-details.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  createApprovedCommission,
  createPayout,
} from './payouts.ts';
import { send } from './service.ts';

export const payoutAccount = { iban: 'DE02120300000000202051', name: 'Acme GmbH', bic: 'BYLADEM1001' };
const wiseDetails = { type: 'wise', name: 'Zoë Müller & Söhne', email: 'zoe@creators.test' };

export const putDetails = ({ admin: token }: BrandWithCreators, id: string, body: object) =>
  dataOf(send('PUT', detailsPath(id), { token, body }));

/** The creators are paid by SEPA, PayPal, Wise and another way, and the last one has no details. */
export async function payoutWithDetails(
  given: { currency?: string } = { currency: 'EUR' },
  body: object = {},
) {
  const created = await brandWithCreators(5, given);
  // Tests move the clock further than a session lasts.
  const { key } = await createApiKey(created.admin);
  const acme = { ...created, admin: key };
  const [sepa = '', paypal = '', wise = '', other = '', none = ''] = acme.creators;
  await dataOf(send('PATCH', '/brand', { token: acme.admin, body: { payoutAccount } }));
  await putDetails(acme, sepa, { ...sepaDetails, name: '=Ada & Söhne <Œuvre>', tax: taxData });
  await putDetails(acme, paypal, paypalDetails);
  await putDetails(acme, wise, wiseDetails);
  await putDetails(acme, other, { type: 'other', text: '=Cash, in an envelope' });
  for (const [index, id] of acme.creators.entries())
    await createApprovedCommission(acme, id, 1001 + 100 * index);
  const payout = await createPayout(acme.admin, body);
  return { acme, payout, ids: { sepa, paypal, wise, other, none } };
}

export const filePath = (payoutId: string, format: string): string => `/payouts/${payoutId}/files/${format}`;
export const getFile = ({ admin: token }: BrandWithCreators, payoutId: string, format: string) =>
  send('GET', filePath(payoutId, format), { token });
export const listFiles = ({ admin: token }: BrandWithCreators, payoutId: string): Promise<Json> =>
  dataOf(send('GET', `/payouts/${payoutId}/files`, { token }));
export const postResults = (
  { admin: token }: BrandWithCreators,
  payoutId: string,
  csv: string,
  format = 'general',
): Promise<Json> => dataOf(send('POST', `/payouts/${payoutId}/results`, { token, body: { format, csv } }));
