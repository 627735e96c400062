// Derives the permissions of the stream and scheduled functions from the table calls that their handlers make.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { handler as storeClicks } from '#functions/queues/store-clicks.ts';
import { handler as approveDue } from '#functions/schedules/approve-due.ts';
import { handler as digestAudit } from '#functions/schedules/digest-audit.ts';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import { scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { type KeyStore, maintainKeys } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import { newClick } from '#lib/clicks/tracking/rules/visit.ts';
import { visitorById } from '#lib/clicks/tracking/rules/visitors.ts';
import { maxClicksPerVisit } from '#lib/clicks/tracking/writes/visits.ts';
import type { TableAccess } from '#lib/foundation/contract/route.ts';
import { now, useClock } from '#lib/foundation/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { twinIdOf } from '#lib/foundation/shared/twin-ids.ts';
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { addressHash } from '#lib/outlets/creator-mails/rules/links.ts';
import { digestTrail } from '#lib/record/events/store/digests.ts';
import type { Reading } from '#lib/shops/adapters/adapter.ts';
import { createCommission } from '#test/support/commissions.ts';
import { orderReading, shopOrder, storeReadings } from '#test/support/connections.ts';
import {
  createApiKey,
  createCampaign,
  createConnection,
  createDiscount,
  createExport,
  createImport,
  createWebhook,
  invite,
  inviteActive,
  patch,
  recordOrder,
  unusedEmail,
} from '#test/support/creations.ts';
import { runDigests } from '#test/support/creator-mails.ts';
import { recordAllEvents } from '#test/support/events.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { guardedUseOf } from '#test/support/guarded-partitions.ts';
import { paypalDetails } from '#test/support/payment-details.ts';
import { putDetails } from '#test/support/payment-files.ts';
import { useOneStepPerRequest } from '#test/support/payout-books.ts';
import {
  type BrandWithCreators,
  brandWithCreators,
  cancelPayout,
  createPayout,
  fillCommissions,
  payPayout,
  readPayout,
} from '#test/support/payouts.ts';
import {
  runMessage,
  runQueues,
  runWorker as runQueueWorker,
  type WorkQueue,
  workQueues,
} from '#test/support/queue-workers.ts';
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createEvent } from '#test/support/recorded-event.ts';
import { createBrand, send } from '#test/support/service.ts';
import { readKeys, writeKeys } from '#test/support/signing-keys.ts';
import { beginLargeSimulation } from '#test/support/simulations.ts';
import {
  aggregate,
  aggregateNewClicks,
  continueToCompletion,
  dispatch,
  newChanges,
} from '#test/support/stream.ts';
import { stopTimer } from '#test/support/timers.ts';
import { type Call, keyAccessOf, permissionsFor, trafficOf } from '#test/support/traffic.ts';
import { behaviours } from '#test/support/webhook-receivers.ts';
import { runWorker } from '#test/support/webhook-workers.ts';

afterEach(() => useClock());

/** Causes work for a function, lets the function do it, and returns its table calls. */
type Situation = () => Promise<readonly Call[]>;

async function callsOf(work: () => Promise<unknown>): Promise<readonly Call[]> {
  const [, { calls }] = await trafficOf(work);
  return calls;
}

/** Runs the stream function on the changes since `cause` began, without the workers behind the queues. */
async function dispatched(cause: () => Promise<unknown>): Promise<readonly Call[]> {
  await newChanges();
  await cause();
  const calls: Call[] = [];
  for (const batch of await newChanges()) calls.push(...(await callsOf(() => dispatch(batch))));
  return calls;
}

/** Runs the worker of one queue for the changes since `cause` began, until it has no more work. The others run, too. */
async function worked(queue: WorkQueue, cause: () => Promise<unknown>): Promise<readonly Call[]> {
  await newChanges();
  await cause();
  const others = workQueues.filter((other) => other !== queue);
  const calls: Call[] = [];
  for (;;) {
    const batches = await newChanges();
    for (const batch of batches) {
      await aggregate(batch);
      await dispatch(batch);
    }
    const count = await runQueues(others);
    let own = 0;
    calls.push(
      ...(await callsOf(async () => {
        own = await runQueues([queue]);
      })),
    );
    if (batches.length + count + own === 0) return calls;
  }
}

/** The request claims up to 40 commissions; a worker claims the others. */
const many = 45;
const few = 6;

/** One creator has earned less than the minimum, so the payout also drops commissions. */
async function unfinishedPayout(
  commissions: number,
  bodyOf: (acme: BrandWithCreators) => object | Promise<object> = () => ({}),
) {
  const acme = await brandWithCreators(3);
  await fillCommissions(acme, commissions);
  const [poor = ''] = acme.creators;
  await createCommission({ brandId: acme.brand.id, affiliateId: poor, amount: -4000, status: 'approved' });
  const body = { minimum: 1, ...(await bodyOf(acme)) };
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin, body);
  stopTimer();
  expect((await readPayout(acme.admin, id)).status).toBe('preparing');
  return { id, acme };
}

/** Leaves the later steps of the request to the workers. */
async function oneStep(request: () => Promise<unknown>): Promise<void> {
  useOneStepPerRequest();
  await request();
  stopTimer();
}

async function readyPayout() {
  const payout = await unfinishedPayout(few);
  await continueToCompletion();
  expect((await readPayout(payout.acme.admin, payout.id)).status).toBe('ready');
  return payout;
}

type Name = keyof typeof streamFunctions | keyof typeof scheduledFunctions | keyof typeof queueFunctions;

const situations: Readonly<Record<Name, Readonly<Record<string, Situation>>>> = {
  aggregateClicks: {
    'a click': async () => {
      const { admin } = await createBrand('scale');
      const { trackingCode } = await invite(admin);
      await newChanges();
      expect((await send('GET', `/tracking/ref/${trackingCode}`)).status).toBe(302);
      return callsOf(aggregateNewClicks);
    },
    'an order': async () => {
      const { admin } = await createBrand('scale');
      const { trackingCode } = await invite(admin);
      await newChanges();
      await recordOrder(admin, { trackingCode });
      return callsOf(aggregateNewClicks);
    },
    'a change that becomes an event': async () => {
      const { admin } = await createBrand('scale');
      await newChanges();
      await invite(admin);
      return callsOf(aggregateNewClicks);
    },
  },
  continueWork: {
    'an invitation, an event and a payout': async () => {
      const { admin } = await createBrand('scale');
      await createWebhook(admin);
      const body = { email: unusedEmail(), role: 'member' };
      return dispatched(async () => {
        await send('POST', '/users', { token: admin, body });
        await unfinishedPayout(few);
        for (const batch of await newChanges()) await aggregate(batch);
      });
    },
    'the event of an erasure in test mode, which reads the clock of the twin': async () => {
      const { admin } = await createBrand('scale');
      const { key: token } = await createApiKey(admin, { mode: 'test' });
      await recordOrder(token, { customerId: 'customer-7' });
      return dispatched(async () => {
        await send('DELETE', '/customers/customer-7/personal-data', { token });
        for (const batch of await newChanges()) await dispatch(batch);
        await runQueues(['erasures']);
        for (const batch of await newChanges()) await aggregate(batch);
      });
    },
  },
  sendEmails: {
    'an invitation': async () => {
      const { admin } = await createBrand();
      const body = { email: unusedEmail(), role: 'member' };
      return worked('emails', () => send('POST', '/users', { token: admin, body }));
    },
  },
  mailCreators: {
    'an invitation, a welcome, a rejection and new terms': async () => {
      const { admin } = await createBrand('scale');
      const { id, trackingCode } = await inviteActive(admin);
      await createDiscount(admin, id);
      const { commissionId } = await recordOrder(admin, { trackingCode });
      // The first e-mail of a stage creates the key of its links.
      await transact([{ kind: 'delete', key: emailKeys.linkKey() }]);
      return worked('creatorMails', async () => {
        await invite(admin);
        await inviteActive(admin);
        await patch(admin, `/commissions/${commissionId}/reject`, { reason: 'Fraud' });
        await patch(admin, '/brand', { commission: { type: 'percentage', value: 12 } });
      });
    },
    'a payout that is paid': async () => {
      const { id, acme } = await readyPayout();
      return worked('creatorMails', () => payPayout(acme.admin, id));
    },
    'a bounce': async () => {
      const { admin, brand } = await createBrand('scale');
      const { id, email } = await invite(admin);
      const feedback = { brandId: brand.id, id, status: 'bounced', address: addressHash(email) };
      return callsOf(() => runMessage('creatorMails', feedback));
    },
  },
  mailDigests: {
    'the orders of yesterday': async () => {
      const clock = fakeClock('2026-03-01T12:00:00.000Z');
      const { admin } = await createBrand('scale');
      const { trackingCode } = await inviteActive(admin);
      await recordOrder(admin, { trackingCode });
      await aggregateNewClicks();
      clock.advance(secondsPerDay);
      return callsOf(runDigests);
    },
  },
  writeExports: {
    'exports of creators, of the commissions of a creator, and of the audit trail': async () => {
      const { admin } = await createBrand('scale');
      await patch(admin, '/brand', { auditAddresses: 'clear' });
      const { id: affiliateId } = await invite(admin);
      await recordAllEvents();
      return worked('exports', async () => {
        await createExport(admin);
        await createExport(admin, { resource: 'audit' });
        await createExport(admin, { resource: 'affiliates', filters: { status: 'active' } });
        await createExport(admin, { resource: 'commissions', filters: { affiliateId } });
        await createExport(admin, { resource: 'commissions', filters: { affiliateId, status: 'paid' } });
      });
    },
    'an import that creates a creator, and changes the address of another one': async () => {
      const { admin: token } = await createBrand('scale');
      await invite(token, { externalId: 'a-1' });
      const csv = `email,id\n${unusedEmail()},a-1\n${unusedEmail()},a-2`;
      const { id } = await createImport(token, { csv });
      return worked('exports', () =>
        send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'update' } }),
      );
    },
    'an import of discount codes of an existing creator, and the undo of a creator and of an order':
      async () => {
        const { admin: token } = await createBrand('scale');
        const { email } = await invite(token);
        const csv = `email,coupon,discount,balance\n${email},OLD10,10 %,\n${unusedEmail()},NEW10,10 %,5`;
        const creators = await createImport(token, { csv });
        const order = `order,email,amount,commission,date,customer\no-1,${email},20,2,2025-03-01,c-1`;
        const orders = await createImport(token, { type: 'orders', csv: order });
        const all = [creators, orders];
        const each = (path: string, body?: object) => async () => {
          for (const { id } of all)
            await send('POST', `/imports/${id}/${path}`, { token, ...(body && { body }) });
        };
        const imported = await worked('exports', each('start', { onExisting: 'update' }));
        return [...imported, ...(await worked('exports', each('undo')))];
      },
  },
  applyMessages: {
    'a paid order that is changed, refunded and canceled, a test order, and the erasure of its customer':
      async () => {
        const { admin } = await createBrand('scale');
        const { id } = await createConnection(admin);
        const { trackingCode } = await invite(admin);
        const order = shopOrder({ trackingCode, customerId: 'customer-7', externalId: '#7' });
        const { orderId, occurredAt } = order;
        const refund = { refundId: 'refund-7', amount: 100, occurredAt, isOfTotal: true };
        const states = [
          order,
          shopOrder({ isTest: true }),
          { ...order, amount: 5000, externalId: '#8' },
          { ...order, state: 'canceled' as const },
        ];
        const readings: readonly Reading[] = [
          ...states.slice(0, 3).map(orderReading),
          { kind: 'payment', orderId, paymentId: 'payment-7' },
          { kind: 'refund', orderId: 'payment-7', refund },
          { kind: 'refund', orderId, refund: { ...refund, isReversed: true } },
          ...states.slice(3).map(orderReading),
          { kind: 'eraseCustomer', customerId: 'customer-7' },
          { kind: 'disconnect' },
        ];
        return worked('shopMessages', () => storeReadings(id, readings));
      },
    'a discount code of a brand whose shop refuses coupons': async () => {
      const { admin } = await createBrand('scale');
      const access = { key: 'sk_test_none', storeUrl: 'https://localhost.invalid', secret: 'cs_12345678' };
      const { id } = await createConnection(admin);
      await patch(admin, `/connections/${id}`, { access });
      const creator = await invite(admin);
      return worked('shopMessages', () => createDiscount(admin, creator.id));
    },
    'a message that cannot be applied': async () => {
      const { admin } = await createBrand('scale');
      const { id } = await createConnection(admin);
      return worked('shopMessages', () => storeReadings(id, [orderReading(shopOrder({ currency: 'CHF' }))]));
    },
  },
  runSimulations: {
    'a simulation of an order': async () => {
      const shop = await createBrand('scale');
      const { trackingCode } = await invite(shop.admin);
      await recordOrder(shop.admin, { trackingCode });
      return worked('simulations', () => beginLargeSimulation(shop));
    },
  },
  eraseData: {
    'a deleted campaign with a member': async () => {
      const { admin } = await createBrand('scale');
      const { id } = await createCampaign(admin);
      await invite(admin, { campaignIds: [id] });
      return worked('erasures', () => send('DELETE', `/campaigns/${id}`, { token: admin }));
    },
    'an erasure of a creator': async () => {
      const { admin: token } = await createBrand('scale');
      const { id } = await invite(token);
      await createDiscount(token, id, { externalId: 'code 7', metadata: { note: 'for Ada' } });
      await send('PUT', `/affiliates/${id}/payout-details`, { token, body: paypalDetails });
      return worked('erasures', () => send('DELETE', `/affiliates/${id}/personal-data`, { token }));
    },
    'an erasure of a customer': async () => {
      const { admin: token } = await createBrand('scale');
      await createExport(token, { resource: 'conversions' });
      await recordOrder(token, {
        customerId: 'customer-7',
        externalId: 'order 7',
        metadata: { note: 'Ada' },
      });
      return worked('erasures', () => send('DELETE', '/customers/customer-7/personal-data', { token }));
    },
  },
  advancePayouts: {
    'a payout of all creators': () => worked('payouts', () => unfinishedPayout(many)),
    'a payout of chosen creators': () =>
      // The search for a payable creator ends after the first creator, who therefore is not the poor one.
      worked('payouts', () =>
        unfinishedPayout(many, ({ creators }) => ({ affiliateIds: creators.toReversed() })),
      ),
    'a payout with a payment method': () =>
      worked('payouts', () =>
        unfinishedPayout(few, async (acme) => {
          for (const id of acme.creators) await putDetails(acme, id, paypalDetails);
          return { paymentMethod: 'paypal' };
        }),
      ),
    'a payout that is paid': async () => {
      const { id, acme } = await readyPayout();
      return worked('payouts', () => oneStep(() => payPayout(acme.admin, id)));
    },
    'a payout that is canceled when it is ready': async () => {
      const { id, acme } = await readyPayout();
      return worked('payouts', () => oneStep(() => cancelPayout(acme.admin, id)));
    },
    'a payout that is canceled during its preparation': async () => {
      const { id, acme } = await unfinishedPayout(few);
      return worked('payouts', () => oneStep(() => cancelPayout(acme.admin, id)));
    },
    'a creator whom the fraud rules watch': async () => {
      const { admin: token } = await createBrand('scale');
      const rule = { action: 'hold' };
      const fraudRules = { severalAccounts: rule, paymentDetails: rule, velocity: { ...rule, orders: 2 } };
      await patch(token, '/brand', { fraudRules });
      const [name] = unusedEmail().split('@');
      const [creator] = [
        await inviteActive(token, { email: `${name}@gmail.com` }),
        await inviteActive(token, { email: `${name}+2@gmail.com` }),
      ];
      await recordAllEvents();
      return worked('payouts', async () => {
        const { trackingCode } = creator;
        for (const _ of [1, 2]) await recordOrder(token, { trackingCode });
        for (const batch of await newChanges()) await aggregate(batch);
      });
    },
    'a bulk decision about commissions that are held': async () => {
      const { admin: token } = await createBrand('scale');
      const { trackingCode, email: customerEmail } = await inviteActive(token);
      await recordOrder(token, { trackingCode, customerEmail });
      const body = { decision: 'approve', filter: { status: 'pending', held: true } };
      return worked('payouts', () => send('POST', '/commissions/decisions', { token, body }));
    },
    'a payout of a test twin': async () => {
      const { admin, brand } = await createBrand('scale');
      const { key } = await createApiKey(admin, { mode: 'test' });
      await invite(key);
      const brandId = twinIdOf(brand.id, 0);
      return callsOf(() => runQueueWorker('payouts', { brandId, id: newId('payout', now()) }));
    },
  },
  rotateSigningKeys: {
    'a key that is due': async () => {
      let text = readFileSync(String(process.env.SIGNING_KEYS_FILE), 'utf8');
      const store: KeyStore = {
        read: async () => ({ text, version: text }),
        replace: async (next) => {
          text = next;
          return true;
        },
      };
      const calls = await callsOf(() => maintainKeys(store, now()));
      await writeKeys(await readKeys());
      return calls;
    },
  },
  digestAudit: {
    'an entry of yesterday': async () => {
      const { brand } = await createBrand('scale');
      await createEvent(brand.id);
      const tomorrow = addSeconds(now(), secondsPerDay);
      return callsOf(() => digestTrail(brand.id, tomorrow));
    },
    'all brands': async () => callsOf(() => digestAudit({}, { getRemainingTimeInMillis: () => 900_000 })),
  },
  approveCommissions: {
    'commissions of an active and of a banned creator are due': async () => {
      const clock = fakeClock(new Date('2026-03-01T12:00:00.000Z'));
      const { admin } = await createBrand('scale');
      const [active, banned] = [await invite(admin), await invite(admin)];
      for (const { trackingCode } of [active, banned]) await recordOrder(admin, { trackingCode });
      await patch(admin, `/affiliates/${banned.id}`, { status: 'banned' });
      clock.advance(31 * secondsPerDay);
      return callsOf(() => approveDue({}, { getRemainingTimeInMillis: () => 60_000 }));
    },
    'a creator has reached a monthly cap': async () => {
      const clock = fakeClock(new Date('2026-05-01T12:00:00.000Z'));
      const { admin } = await createBrand('scale');
      const { trackingCode } = await invite(admin);
      const terms = { rate: { type: 'percentage', value: 10 }, caps: { perMonth: 1 } };
      await send('PUT', '/brand/terms', { token: admin, body: { terms } });
      const { commissionId } = await recordOrder(admin, { trackingCode });
      await patch(admin, `/commissions/${commissionId}/approve`, {});
      clock.advance(3600);
      return callsOf(() => approveDue({}, { getRemainingTimeInMillis: () => 60_000 }));
    },
  },
  deliverWebhooks: {
    'an event for an endpoint that fails, and a retry': async () => {
      const { brand, admin } = await createBrand('scale');
      const receiver = await receiverOfTest(behaviours.answer(500));
      const clock = fakeClock();
      const { id: endpointId } = await createWebhook(admin, { url: receiver.url });
      await continueToCompletion();
      await createEvent(brand.id);
      const wake = { brandId: brand.id, endpointId };
      const failing = await callsOf(() => runWorker(wake));
      clock.advance(10);
      return [...failing, ...(await callsOf(() => runWorker(wake)))];
    },
    'a test, a replay and an endpoint that is gone': async () => {
      const { brand, admin: token } = await createBrand('scale');
      const receiver = await receiverOfTest();
      const { id: endpointId } = await createWebhook(token, { url: receiver.url });
      const path = `/webhook-endpoints/${endpointId}`;
      await createEvent(brand.id);
      await send('POST', `${path}/test`, { token });
      await send('POST', `${path}/replay`, { token, body: { from: addSeconds(now(), -60).toISOString() } });
      const first = await callsOf(() => runWorker({ brandId: brand.id, endpointId }));
      receiver.become(behaviours.answer(410));
      await createEvent(brand.id);
      return [...first, ...(await callsOf(() => runWorker({ brandId: brand.id, endpointId })))];
    },
  },
  storeClicks: {
    'a click of a new visit, and clicks that do not fit into their visit': async () => {
      const { brand, admin } = await createBrand('scale');
      const { id: affiliateId, trackingCode } = await invite(admin);
      const input = { brandId: brand.id, affiliateId, trackingCode, campaignId: null, filtered: null };
      const lines = Array.from({ length: maxClicksPerVisit + 1 }, (_, index) => {
        const click = newClick(
          { ...input, device: 'mobile', country: null, referrerHost: null },
          visitorById(brand.id, trackingCode, 'visitor'),
          addSeconds(now(), index),
        );
        return JSON.stringify({ message: clickNotStored, click });
      });
      return callsOf(() => storeClicks({ Records: [{ body: lines.join('\n') }] }));
    },
  },
};

const declared: Readonly<Record<Name, TableAccess>> = {
  aggregateClicks: streamFunctions.aggregateClicks.table,
  continueWork: streamFunctions.continueWork.table,
  sendEmails: queueFunctions.sendEmails.table,
  mailCreators: queueFunctions.mailCreators.table,
  mailDigests: scheduledFunctions.mailDigests.table,
  writeExports: queueFunctions.writeExports.table,
  applyMessages: queueFunctions.applyMessages.table,
  runSimulations: queueFunctions.runSimulations.table,
  eraseData: queueFunctions.eraseData.table,
  advancePayouts: queueFunctions.advancePayouts.table,
  rotateSigningKeys: scheduledFunctions.rotateSigningKeys.table,
  approveCommissions: scheduledFunctions.approveCommissions.table,
  digestAudit: scheduledFunctions.digestAudit.table,
  deliverWebhooks: queueFunctions.deliverWebhooks.table,
  storeClicks: queueFunctions.storeClicks.table,
};

test('every stream, scheduled and queue function has situations and a declaration', () => {
  const functions = { ...streamFunctions, ...scheduledFunctions, ...queueFunctions };
  const names = Object.keys(functions).toSorted();
  expect(Object.keys(situations).toSorted()).toEqual(names);
  expect(Object.keys(declared).toSorted()).toEqual(names);
});

describe.each(Object.entries(situations))('the IAM role of the function %s', (name, own) => {
  const { actions, indexes = [], guarded = {} } = declared[name as Name];

  test('allows exactly the table actions, indexes and guarded partitions that its handler uses', async () => {
    const calls: Call[] = [];
    for (const situation of Object.values(own)) {
      const made = await situation();
      expect(made.length).toBeGreaterThan(0);
      calls.push(...made);
      useClock();
    }
    const allowed = [...actions, ...indexes.map((index) => `Query of ${index}`)];
    expect(permissionsFor(calls)).toEqual(allowed.toSorted());
    expect(guardedUseOf(keyAccessOf(calls))).toEqual(guarded);
  });
});
