// Tests that each cause leads to one e-mail, also when messages and batches are repeated or a function is killed, and what e-mails cost.
import { expect, test } from 'vitest';
import { createCampaign, inviteActive, patch, recordOrder } from '#test/support/creations.ts';
import { deleteSentMails, newSubjects, runDigests, subjectsTo } from '#test/support/creator-mails.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { runAndKill } from '#test/support/interruptions.ts';
import { itemsOfType } from '#test/support/items.ts';
import { itemsIn, runQueues, runWorker } from '#test/support/queue-workers.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, dispatch, newChanges } from '#test/support/stream.ts';
import { trafficOf } from '#test/support/traffic.ts';
import { returnMessages, takeMessages } from '#test/support/wake-queue.ts';

async function activeCreator() {
  const { admin, brand } = await createBrand('scale');
  const creator = await inviteActive(admin);
  await recordAllEvents();
  deleteSentMails();
  return { admin, brand, ...creator };
}

/** Records the changes so far in a segment of their own, without running the workers behind the queues. */
async function recordSegment(): Promise<void> {
  for (const batch of await newChanges()) {
    await aggregate(batch);
    await dispatch(batch);
  }
}

async function approveOrders(token: string, trackingCode: string, count: number): Promise<void> {
  for (let order = 0; order < count; order += 1) {
    const { commissionId } = await recordOrder(token, { trackingCode });
    await patch(token, `/commissions/${commissionId}/approve`, {});
    await recordSegment();
  }
}

/** Returns the messages of new changes, without running their workers. */
async function newMessages() {
  for (const batch of await newChanges()) await dispatch(batch);
  return takeMessages('creatorMails');
}

test('approvals of a minute are one e-mail with their sum, and a message that is repeated sends nothing', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin, email, trackingCode } = await activeCreator();
  await approveOrders(admin, trackingCode, 3);
  const segments = await newMessages();
  expect(segments).toHaveLength(3);
  returnMessages([...segments, ...segments]);
  await runQueues(['creatorMails']);
  const mails = await newMessages();
  expect(mails.map(({ delaySeconds }) => delaySeconds)).toEqual([60]);
  returnMessages([...mails, ...mails, ...segments]);
  await runQueues(['creatorMails']);
  expect(await newSubjects(email)).toEqual(['Acme has approved 3 commissions']);
  await approveOrders(admin, trackingCode, 1);
  expect(await newSubjects(email)).toEqual(['Acme has approved 1 commission']);
  clock.advance(60);
  returnMessages([...segments, ...mails]);
  expect(await newSubjects(email)).toEqual([]);
});

test('a worker that is killed at any call sends the e-mail when its message is repeated, and marks it once it is sent', async () => {
  const { admin, email, trackingCode } = await activeCreator();
  let hasDied = true;
  for (let call = 1; hasDied; call += 1) {
    await approveOrders(admin, trackingCode, 1);
    const segments = await newMessages();
    returnMessages(segments);
    await runQueues(['creatorMails']);
    const [item] = itemsIn(await newMessages());
    if (item === undefined) throw new Error('The approval has caused no e-mail');
    ({ hasDied } = await runAndKill(() => runWorker('creatorMails', item).catch(() => undefined), {
      call,
      moment: 'before',
    }));
    await runWorker('creatorMails', item);
    expect(subjectsTo(email)).toEqual(['Acme has approved 1 commission']);
    deleteSentMails();
    await runWorker('creatorMails', item);
    expect(subjectsTo(email)).toEqual([]);
    expect(call).toBeLessThan(10);
  }
});

test('a digest is sent once for each day with orders, from eight o’clock on in the time zone of the brand', async () => {
  const clock = fakeClock('2026-03-10T12:00:00.000Z');
  const { admin } = await createBrand('scale', { timezone: 'America/New_York' });
  const { email, trackingCode } = await inviteActive(admin);
  const idle = await inviteActive(admin);
  await newSubjects(email);
  await runDigests();
  clock.set('2026-03-11T03:59:00.000Z');
  await recordOrder(admin, { trackingCode });
  await recordAllEvents();
  clock.set('2026-03-11T11:59:00.000Z');
  await runDigests();
  expect(await newSubjects(email)).toEqual([]);
  clock.set('2026-03-11T12:00:00.000Z');
  await Promise.all([runDigests(), runDigests()]);
  await recordAllEvents();
  expect([subjectsTo(email), subjectsTo(idle.email)]).toEqual([['1 order for Acme on 10 March 2026'], []]);
  deleteSentMails();
  clock.advance(3600);
  await runDigests();
  expect(await newSubjects(email)).toEqual([]);
  clock.set('2026-03-12T12:00:00.000Z');
  await runDigests();
  expect(await newSubjects(email)).toEqual([]);
});

test('new terms are mailed once to the creators to whom they apply', async () => {
  const { admin } = await createBrand('scale');
  const campaign = await createCampaign(admin, { status: 'active' });
  const [member, grouped, other] = [
    await inviteActive(admin, { campaignIds: [campaign.id] }),
    await inviteActive(admin, { group: 'vip' }),
    await inviteActive(admin),
  ];
  const paused = await inviteActive(admin);
  await patch(admin, `/affiliates/${paused.id}`, { status: 'paused' });
  await newSubjects(other.email);
  const terms = { terms: { rate: { type: 'percentage', value: 20 }, rules: [] } };
  const setTerms = async (path: string) => {
    expect((await send('PUT', path, { token: admin, body: terms })).status).toBe(200);
    await recordAllEvents();
    const mailed = [member, grouped, other, paused].map(({ email }) => subjectsTo(email).length);
    deleteSentMails();
    return mailed;
  };
  expect(await setTerms(`/campaigns/${campaign.id}/terms`)).toEqual([1, 0, 0, 0]);
  expect(await setTerms('/affiliate-groups/vip/terms')).toEqual([0, 1, 0, 0]);
  expect(await setTerms(`/affiliates/${other.id}/terms`)).toEqual([0, 0, 1, 0]);
  expect(await setTerms('/brand/terms')).toEqual([1, 1, 1, 0]);
});

test('an order writes nothing for e-mails, and an approval at most three units', async () => {
  const { admin, trackingCode } = await activeCreator();
  const { commissionId } = await recordOrder(admin, { trackingCode });
  await recordSegment();
  expect(await newMessages()).toEqual([]);
  await patch(admin, `/commissions/${commissionId}/approve`, {});
  await recordSegment();
  const units: number[] = [];
  for (let messages = await newMessages(); messages.length > 0; messages = await newMessages()) {
    returnMessages(messages);
    const [, { writeUnits }] = await trafficOf(() => runQueues(['creatorMails']));
    units.push(writeUnits);
  }
  expect(units).toEqual([1, 2]);
});

test('an e-mail that was sent contains no address, and expires after 15 days', async () => {
  const { admin, id, email } = await activeCreator();
  await send('DELETE', `/affiliates/${id}/personal-data`, { token: admin });
  const unsent = (await itemsOfType('creatorMail')).filter(({ affiliateId }) => affiliateId === id);
  expect(JSON.stringify(unsent)).toContain(email);
  await recordAllEvents();
  const mails = (await itemsOfType('creatorMail')).filter(({ affiliateId }) => affiliateId === id);
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['accountErased', 'invitation', 'welcome']);
  expect(JSON.stringify(mails)).not.toContain(email);
  const [invitation] = mails.filter(({ kind }) => kind === 'invitation');
  const created = Math.floor(Date.parse(String(invitation?.createdAt)) / 1000);
  expect(Number(invitation?.expiresAt)).toBe(created + 15 * 86_400);
});
