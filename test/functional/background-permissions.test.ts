// Derives the permissions of the stream and scheduled functions from the table calls that their handlers make.
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { handler as storeClicks } from '#functions/queues/store-clicks.ts';
import { handler as approveDue } from '#functions/schedules/approve-due.ts';
import { handler as digestAudit } from '#functions/schedules/digest-audit.ts';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import { scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { type KeyStore, maintainKeys } from '#lib/auth/store/rotate-signing-keys.ts';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { wideLimits } from '#lib/click-statistics/store/wide-months/wide-limits.ts';
import type { TableAccess } from '#lib/contract/route.ts';
import { digestTrail } from '#lib/events/store/digests.ts';
import { now, useClock } from '#lib/shared/clock.ts';
import { addSeconds, secondsPerDay } from '#lib/shared/dates.ts';
import { clickNotStored } from '#lib/tracking/rules/log-messages.ts';
import { newClick } from '#lib/tracking/rules/visit.ts';
import { visitorById } from '#lib/tracking/rules/visitors.ts';
import { maxClicksPerVisit } from '#lib/tracking/writes/visits.ts';
import { createCommission } from '#test/support/commissions.ts';
import {
  createCampaign,
  createExport,
  createWebhook,
  invite,
  patch,
  recordOrder,
  unusedEmail,
} from '#test/support/creations.ts';
import { fakeClock } from '#test/support/fake-clock.ts';
import { guardedUseOf } from '#test/support/guarded-partitions.ts';
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
import { receiverOfTest } from '#test/support/receivers-of-tests.ts';
import { createEvent } from '#test/support/recorded-event.ts';
import { createBrand, send } from '#test/support/service.ts';
import { readKeys, writeKeys } from '#test/support/signing-keys.ts';
import { aggregateNewClicks, continueToCompletion, newChanges } from '#test/support/stream.ts';
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

/** Runs the stream function on the changes since `cause` began. */
async function continued(cause: () => Promise<unknown>): Promise<readonly Call[]> {
  await newChanges();
  await cause();
  return callsOf(continueToCompletion);
}

/** The request claims up to 40 commissions; the stream function claims the others. */
const many = 45;
const few = 6;

/** One creator has earned less than the minimum, so the payout also drops commissions. */
async function unfinishedPayout(
  commissions: number,
  affiliateIds?: (acme: BrandWithCreators) => readonly string[],
) {
  const acme = await brandWithCreators(3);
  await fillCommissions(acme, commissions);
  const [poor = ''] = acme.creators;
  await createCommission({ brandId: acme.brand.id, affiliateId: poor, amount: -4000, status: 'approved' });
  useOneStepPerRequest();
  const { id } = await createPayout(acme.admin, {
    minimum: 1,
    ...(affiliateIds !== undefined && { affiliateIds: affiliateIds(acme) }),
  });
  useClock();
  expect((await readPayout(acme.admin, id)).status).toBe('preparing');
  return { id, acme };
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
    'a click that moves its journal to rollups': async () => {
      const { admin } = await createBrand('scale');
      const { trackingCode } = await invite(admin);
      const follow = () => send('GET', `/tracking/ref/${trackingCode}`);
      await follow();
      await aggregateNewClicks();
      await follow();
      const { changes } = journalLimits;
      journalLimits.changes = 1;
      try {
        return await callsOf(aggregateNewClicks);
      } finally {
        journalLimits.changes = changes;
      }
    },
    'a click of a month with many creators': async () => {
      const { admin } = await createBrand('scale');
      const { trackingCode } = await invite(admin);
      await newChanges();
      await send('GET', `/tracking/ref/${trackingCode}`);
      const [{ changes }, { creators }] = [journalLimits, wideLimits];
      journalLimits.changes = 0;
      wideLimits.creators = 0;
      try {
        return await callsOf(aggregateNewClicks);
      } finally {
        journalLimits.changes = changes;
        wideLimits.creators = creators;
      }
    },
    'a change that becomes an event': async () => {
      const { admin } = await createBrand('scale');
      await newChanges();
      await invite(admin);
      return callsOf(aggregateNewClicks);
    },
  },
  continueWork: {
    'an invitation': async () => {
      const { admin } = await createBrand();
      const body = { email: unusedEmail(), role: 'member' };
      return continued(() => send('POST', '/users', { token: admin, body }));
    },
    'an export of the commissions of a creator': async () => {
      const { admin } = await createBrand('scale');
      const { id: affiliateId } = await invite(admin);
      return continued(async () => {
        await createExport(admin);
        await createExport(admin, { resource: 'commissions', filters: { affiliateId } });
      });
    },
    'a deleted campaign with a member': async () => {
      const { admin } = await createBrand('scale');
      const { id } = await createCampaign(admin);
      await invite(admin, { campaignIds: [id] });
      return continued(() => send('DELETE', `/campaigns/${id}`, { token: admin }));
    },
    'an erasure of a customer': async () => {
      const { admin: token } = await createBrand('scale');
      await recordOrder(token, { customerId: 'customer-7' });
      return continued(() => send('DELETE', '/customers/customer-7/personal-data', { token }));
    },
    'a payout of all creators': () => continued(() => unfinishedPayout(many)),
    'a payout of chosen creators': () => continued(() => unfinishedPayout(many, ({ creators }) => creators)),
    'a payout that is paid': async () => {
      const { id, acme } = await readyPayout();
      return continued(() => payPayout(acme.admin, id));
    },
    'a payout that is canceled when it is ready': async () => {
      const { id, acme } = await readyPayout();
      return continued(() => cancelPayout(acme.admin, id));
    },
    'a payout that is canceled during its preparation': async () => {
      const { id, acme } = await unfinishedPayout(few);
      return continued(() => cancelPayout(acme.admin, id));
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
