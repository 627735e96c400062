// Tests the field `link` in every answer that shows a creator.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environment } from '#lib/foundation/shared/environment.ts';
import { dataOf } from '#test/support/answers.ts';
import {
  createApiKey,
  createExport,
  invite,
  recordOrder,
  unusedCode,
  unusedEmail,
} from '#test/support/creations.ts';
import { followFeed, recordAllEvents } from '#test/support/events.ts';
import { read } from '#test/support/orders.ts';
import { createBrand, send } from '#test/support/service.ts';
import { continueToCompletion } from '#test/support/stream.ts';

const apiUrl = 'http://localhost:3000/v1';
const linkTo = (code: string): string => `${apiUrl}/tracking/ref/${code}`;

/** Sends the request of a person who follows a link. */
const follow = (link: string) =>
  send('GET', link.replace(apiUrl, ''), { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } });

describe('the link of a creator', () => {
  test('the link of a creator redirects to the landing page and is in every answer that creates, changes or reads a creator', async () => {
    const { admin: token } = await createBrand('scale');
    const created = await invite(token, { trackingCode: unusedCode() });
    const link = linkTo(created.trackingCode);
    expect(created.link).toBe(link);
    const { status, headers } = await follow(created.link);
    expect(status).toBe(302);
    expect(new URL(headers.location ?? '').searchParams.get('ref')).toBe(created.trackingCode);

    const path = `/affiliates/${created.id}`;
    const body = { name: 'Ada', externalId: 'crm-1' };
    expect(await dataOf(send('PATCH', path, { token, body }))).toMatchObject({ name: 'Ada', link });
    expect(await read(token, path)).toMatchObject({ link });
    expect(await read(token, '/affiliates')).toMatchObject([{ link }]);
    expect(await read(token, '/affiliates?q=ada')).toMatchObject([{ link }]);
    const upsert = { token, body: { email: created.email, name: 'Ada L.' } };
    expect(await dataOf(send('PUT', '/affiliates/by-external-id/crm-1', upsert))).toMatchObject({ link });
    const records = await read(token, `${path}/personal-data`);
    expect(records).toContainEqual({ type: 'affiliate', data: expect.objectContaining({ link }) });
    await recordOrder(token, { trackingCode: created.trackingCode });
    const [order] = await read(token, '/conversions?expand=affiliate');
    expect(order.affiliate).toMatchObject({ id: created.id, link });
  });

  test('the link of a creator is in the results of a bulk request and of an upsert that creates a creator', async () => {
    const { admin: token } = await createBrand('scale');
    const [first, second] = [unusedCode(), unusedCode()];
    const bulk = { affiliates: [{ email: unusedEmail(), trackingCode: first }] };
    const results = await dataOf(send('POST', '/affiliates/bulk', { token, body: bulk }));
    expect(results).toMatchObject([{ affiliate: { link: linkTo(first) } }]);
    const body = { email: unusedEmail(), trackingCode: second };
    const upserted = await dataOf(send('PUT', '/affiliates/by-external-id/crm-2', { token, body }), 201);
    expect(upserted.link).toBe(linkTo(second));
  });

  test('the link of a creator is in events and in exports', async () => {
    const { admin: token } = await createBrand('scale');
    const { trackingCode } = await invite(token, { trackingCode: unusedCode() });
    const link = linkTo(trackingCode);
    await recordAllEvents();
    const events = await followFeed(token, 'type=affiliate.invited');
    expect(events).toMatchObject([{ data: { link } }]);
    const { id } = await createExport(token, { resource: 'affiliates', format: 'ndjson' });
    await continueToCompletion();
    const { url } = await read(token, `/exports/${id}`);
    const key = new URL(url).pathname.replace('/files/', '');
    const file = readFileSync(join(environment.EXPORTS_DIRECTORY ?? '', key), 'utf8');
    expect(JSON.parse(file)).toMatchObject({ link });
  });

  test('the link of a creator has the prefix of the test twin in test mode, and redirects with it', async () => {
    const { admin } = await createBrand('scale');
    const { key } = await createApiKey(admin, { mode: 'test' });
    const { trackingCode, link } = await invite(key, { trackingCode: unusedCode() });
    const { linkPrefix } = await read(key, '/test/clock');
    expect(link).toBe(linkTo(`${linkPrefix}${trackingCode}`));
    expect((await follow(link)).status).toBe(302);
    expect((await follow(linkTo(trackingCode))).status).toBe(404);
  });
});
