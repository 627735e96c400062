// Tests the pages of the console and the portal about links, with the real API behind them.
import { expect, test } from 'vitest';
import { tokenOf } from '#test/support/accounts.ts';
import { signedIn } from '#test/support/console.ts';
import { createLink, inviteActive, unusedCode } from '#test/support/creations.ts';
import type { Json } from '#test/support/json.ts';
import { send } from '#test/support/service.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';

test('a manager creates, renames and deletes a link of a creator', async () => {
  const admin = await signedIn();
  const { visitor } = admin;
  const token = await tokenOf(admin);
  const { id } = await inviteActive(token);
  const links = async () => (await send('GET', `/links?affiliateId=${id}`, { token })).json.data;
  const [first, second] = [unusedCode(), unusedCode()];
  const form = { name: 'Bio <b>', slug: first, to: '', campaignId: '', 'utm.source': 'ig' };
  await visitor.post(`/console/creators/${id}/links`, form);
  const [link] = await links();
  expect(link).toMatchObject({ name: 'Bio <b>', slug: first, to: null, utm: { source: 'ig' } });
  const creatorText = (await visitor.get(`/console/creators/${id}`)).text;
  expect(creatorText).toContain(link.url);
  expect(creatorText).not.toContain('Bio <b>');
  await visitor.post(`/console/creators/links/${link.id}`, { ...form, name: 'Story', slug: second });
  expect(await links()).toMatchObject([{ name: 'Story', slug: second, aliases: [first] }]);
  expect((await visitor.get(`/console/creators/links/${link.id}`)).text).toContain(first);
  await visitor.post(`/console/creators/links/${link.id}/delete`, {});
  expect(await links()).toEqual([]);
});

test('the page of a creator shows the clicks of each link, and the statistics name the clicks on the tracking code', async () => {
  const admin = await signedIn();
  const token = await tokenOf(admin);
  const { id, trackingCode } = await inviteActive(token);
  const link = await createLink(token, id);
  for (const [word, visitorId] of [
    [link.slug, 'a'],
    [link.slug, 'b'],
    [trackingCode, 'c'],
  ])
    await send('POST', `/tracking/ref/${word}`, { token, body: { visitorId } });
  await aggregateNewClicks();
  const { json } = await send('GET', '/tracking/clicks?groupBy=link', { token });
  expect(json.data.groups).toEqual([
    { key: link.id, clicks: 2, uniqueClicks: 2 },
    { key: null, clicks: 1, uniqueClicks: 1 },
  ]);
  const { text } = await admin.visitor.get(`/console/creators/${id}`);
  const rowOfLink = text.split('<tr>').find((row) => row.includes(`/links/${link.id}`));
  expect(rowOfLink?.replaceAll(/<[^>]*>/g, ' ')).toMatch(/ 2 /);
});

test('a slug that is taken stays in the form with its problem', async () => {
  const admin = await signedIn();
  const token = await tokenOf(admin);
  const { id } = await inviteActive(token);
  const { slug } = await createLink(token, id);
  const answer = await admin.visitor.post(`/console/creators/${id}/links`, { slug });
  expect([answer.status, answer.text.includes(slug)]).toEqual([409, true]);
  const { json } = await send('GET', `/links?affiliateId=${id}`, { token });
  expect(json.data.map((one: Json) => one.slug)).toEqual([slug]);
});

test('a page that the brand allows nowhere is answered with where to allow it', async () => {
  const admin = await signedIn();
  const { id } = await inviteActive(await tokenOf(admin));
  const path = `/console/creators/${id}/links`;
  const answer = await admin.visitor.post(path, { to: 'https://shop.acme.test/shoes' });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('An admin must first enter the host of this page in Settings');
  const misspelled = await admin.visitor.post(path, { slug: 'Ada Shoes' });
  expect(misspelled.text).toContain('Must be 2 to 64 characters: letters A-Z and a-z, digits, _ or -');
});
