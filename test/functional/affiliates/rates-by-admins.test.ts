import { describe, expect, test } from 'vitest';
import { changeSettings } from '#lib/access/brands/store/settings.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import { createCampaign, invite, unusedEmail } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { errorBody, expectError } from '#test/support/refusals.ts';
import { createBrand, send, type TestBrand } from '#test/support/service.ts';

const rate = { type: 'percentage', value: 90 };

const refused = (field: string) =>
  errorBody(
    403,
    `Only an admin of this brand can change \`${field}\``,
    [{ path: field, message: 'Only an admin of this brand can change rates' }],
    'rate_for_admins_only',
  );

const reserveRates = ({ brand }: TestBrand) => changeSettings(brand.id, { ratesByAdminsOnly: true }, now());

/** The requests that can change a rate, with a field that a member may always change. */
const requests = [
  {
    name: 'POST /v1/affiliates/invite',
    field: 'commissionOverride',
    value: rate,
    prepare: async () => ['POST', '/affiliates/invite', { email: unusedEmail() }] as const,
  },
  {
    name: 'PATCH /v1/affiliates/{id}',
    field: 'commissionOverride',
    value: rate,
    prepare: async (token: string) =>
      ['PATCH', `/affiliates/${(await invite(token)).id}`, { name: 'Ada' }] as const,
  },
  {
    name: 'PATCH /v1/affiliates/{id}',
    field: 'group',
    value: 'vip',
    prepare: async (token: string) =>
      ['PATCH', `/affiliates/${(await invite(token)).id}`, { name: 'Ada' }] as const,
  },
  {
    name: 'POST /v1/campaigns',
    field: 'commission',
    value: rate,
    prepare: async () => ['POST', '/campaigns', { name: 'Spring' }] as const,
  },
  {
    name: 'PATCH /v1/campaigns/{id}',
    field: 'commission',
    value: rate,
    prepare: async (token: string) =>
      ['PATCH', `/campaigns/${(await createCampaign(token)).id}`, { name: 'Summer' }] as const,
  },
];

describe.each(requests)('$name in a brand whose rates are for admins only', ({ field, value, prepare }) => {
  test('returns 403 to a member who sends a rate, names the field and writes nothing', async () => {
    const acme = await createBrand();
    const [method, path, body] = await prepare(acme.admin);
    await reserveRates(acme);
    const before = await allItems();
    for (const sent of [
      { ...body, [field]: value },
      { [field]: 'no rate', unknown: 1 },
    ]) {
      expectError(await send(method, path, { token: acme.member, body: sent }), refused(field));
    }
    expect(await allItems()).toEqual(before);
  });

  test('accepts a member’s request without a rate, and an admin’s request with one', async () => {
    const acme = await createBrand();
    const [method, path, body] = await prepare(acme.admin);
    await reserveRates(acme);
    const byMember = await send(method, path, { token: acme.member, body });
    expect([200, 201]).toContain(byMember.status);
    const [, , other] = await prepare(acme.admin);
    const byAdmin = await send(method, path, { token: acme.admin, body: { ...other, [field]: value } });
    expect(byAdmin.json.data[field]).toEqual(value);
  });

  test('accepts a rate from a member by default', async () => {
    const { member } = await createBrand();
    const [method, path, body] = await prepare(member);
    const answer = await send(method, path, { token: member, body: { ...body, [field]: value } });
    expect(answer.json.data[field]).toEqual(value);
  });

  test('treats null as a change of an existing rate, and as absent in a creation', async () => {
    const acme = await createBrand();
    const [method, path, body] = await prepare(acme.admin);
    await reserveRates(acme);
    const answer = await send(method, path, { token: acme.member, body: { ...body, [field]: null } });
    if (method === 'PATCH') expectError(answer, refused(field));
    else expect(answer.status).toBe(201);
  });
});
