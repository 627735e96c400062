// Counts the units, the log lines and the stored bytes of clicks, orders and reads on a database engine.
import { handler as approveDue } from '#functions/schedules/approve-due.ts';
import { handler as digestAudit } from '#functions/schedules/digest-audit.ts';
import { useClock } from '#lib/foundation/shared/clock.ts';
import { clickRetentionDays } from '#lib/foundation/shared/retention.ts';
import { indexes, projectionOf } from '#lib/foundation/table/keys/indexes.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { createCampaign, createDiscount, inviteActive, recordOrder } from '#test/support/creations.ts';
import { allItems } from '#test/support/items.ts';
import { createBrand, send } from '#test/support/service.ts';
import { aggregate, continueWork, newChanges } from '#test/support/stream.ts';
import { plus, type Units, unitsOf } from '../meter.ts';
import { type Activity, hoursPerMonth, ofCall, ofTable } from './month.ts';
import { prices } from './prices.ts';

/**
 * Of a function with 512 MB. The link takes a fifth of the CPU time of the others (docs/performance.md). A batch of one click makes two
 * calls to the table, one after the other.
 */
const milliseconds = { request: 60, link: 12, batch: 150, loneClick: 25, brandOfSchedule: 20 };
/** At 50 million clicks in a month, a batch of 2 seconds of one of four shards has 10 clicks. They are of as many brands. */
const clicksPerBatch = 10;
const million = 1_000_000;
const daysOfYear = 365;
const secondsOfMonth = 30 * 24 * 3600;

/** The stream functions, until they cause no further changes. */
async function drain(): Promise<void> {
  for (let batches = await newChanges(); batches.length > 0; batches = await newChanges()) {
    for (const batch of batches) {
      await aggregate(batch);
      await continueWork(batch);
    }
  }
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (value instanceof Set || Array.isArray(value))
    return [...value].reduce((total, one) => total + 1 + bytesOf(one), 3);
  return Object.entries(value).reduce((total, [name, one]) => total + 1 + bytesOf(name) + bytesOf(one), 3);
}

/** DynamoDB adds 100 bytes to each item, and to each item of an index. */
const overhead = 100;
const sizeOf = (item: object): number => bytesOf(item) + overhead;

function indexBytes(item: Item): number {
  return Object.entries(indexes)
    .filter(([index, sort]) => item[index] !== undefined && item[sort] !== undefined)
    .map(([index, sort]) => {
      const { pk, sk } = item;
      return sizeOf(
        projectionOf(index) === 'ALL' ? item : { pk, sk, [index]: item[index], [sort]: item[sort] },
      );
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Without items that expire within a month. */
async function storedBytes() {
  const limit = Date.now() / 1000 + secondsOfMonth;
  const items = (await allItems()).filter(({ expiresAt = limit }) => Number(expiresAt) >= limit);
  return {
    table: items.reduce((sum, item) => sum + sizeOf(item), 0),
    indexes: items.reduce((sum, item) => sum + indexBytes(item), 0),
  };
}

let logged = 0;

/** Counts the log of the service during the work, instead of printing it. */
async function countingLog<Result>(work: () => Promise<Result>): Promise<Result> {
  const { write } = process.stdout;
  process.stdout.write = (text: string | Uint8Array): boolean => {
    logged += Buffer.byteLength(text);
    return true;
  };
  try {
    return await work();
  } finally {
    process.stdout.write = write;
  }
}

/** Returns what the work uses, divided by `times`. */
async function usageOf(work: () => Promise<unknown>, times: number) {
  const before = await storedBytes();
  logged = 0;
  const units = await unitsOf(work, times);
  const logBytes = logged / times;
  const after = await storedBytes();
  return {
    units,
    logBytes,
    stored: {
      table: (after.table - before.table) / times,
      indexes: (after.indexes - before.indexes) / times,
    },
  };
}

const follow = (trackingCode: string, nth: number) =>
  send('GET', `/tracking/ref/${trackingCode}`, {
    headers: {
      'user-agent': `Mozilla/5.0 (X11; visitor ${nth}) Firefox/140.0`,
      referer: `https://www.site-${Math.floor(50 * ((nth % 97) / 97) ** 3)}.example/`,
    },
    sourceIp: `203.0.${Math.floor(nth / 250) % 250}.${nth % 250}`,
  });

/** Returns the tracking codes of creators who have a running campaign. */
async function createCreators(count: number) {
  const { admin: token } = await createBrand('scale');
  const { id } = await createCampaign(token, { status: 'active', landingUrl: 'https://acme.test/' });
  const creators = await Promise.all(
    Array.from({ length: count }, () => inviteActive(token, { campaignIds: [id] })),
  );
  const [first] = creators;
  if (first === undefined) throw new Error('There is no creator');
  return { token, campaignId: id, first, codes: creators.map(({ trackingCode }) => trackingCode) };
}

export interface MeasuredRow {
  readonly name: string;
  readonly units: Units;
  readonly dollars: number;
}

const ofRequest = (units: Units, time = milliseconds.request): number =>
  prices.httpApiRequest + ofCall(time) + ofTable(units);

const ofMillion = (name: string, units: Units, each: number): MeasuredRow => ({
  name,
  units,
  dollars: million * each,
});

/** Of an activity with its share of the calls behind the stream. */
const ofActivity = (name: string, its: Activity): MeasuredRow => {
  const calls = its.streamCalls.reduce((sum, one) => sum + one, 0);
  const each = ofRequest(its.units, its.requestMilliseconds) + calls * ofCall(its.streamMilliseconds);
  return ofMillion(name, its.units, each);
};

const clicksStored = { days: clickRetentionDays + 1 };
const ordersStored = { days: daysOfYear };

/** Clicks of ten brands, each of another brand than the others of its batch. */
async function clicksOfBatches(): Promise<Activity> {
  const brands = await Promise.all(Array.from({ length: clicksPerBatch }, () => createCreators(1)));
  const codes = brands.map(({ first }) => first.trackingCode);
  for (const code of codes) await follow(code, 0);
  await drain();
  const clicks = 40 * clicksPerBatch;
  const usage = await usageOf(async () => {
    for (let nth = 1; nth <= clicks; nth += 1) {
      await follow(codes[nth % codes.length] ?? '', nth);
      if (nth % clicksPerBatch === 0) await drain();
    }
  }, clicks);
  return {
    ...usage,
    stored: { ...usage.stored, ...clicksStored },
    requestMilliseconds: milliseconds.link,
    streamCalls: [1 / clicksPerBatch],
    streamMilliseconds: milliseconds.batch,
  };
}

export const measure = () => countingLog(measureAll);

async function measureAll() {
  const { token, campaignId, first: creator, codes } = await createCreators(10);
  const discount = await createDiscount(token, creator.id, { campaignId });
  await follow(creator.trackingCode, 0);
  await drain();

  let next = 0;
  const order = (more: object) => {
    next += 1;
    return recordOrder(token, { orderId: `order-${next}`, amount: 50, ...more });
  };
  const orders = 50;
  const ordersOf = async (name: string, fields: object): Promise<MeasuredRow> => {
    await order(fields);
    await drain();
    const requests = await unitsOf(async () => {
      for (let nth = 0; nth < orders; nth += 1) await order(fields);
    }, orders);
    const units = plus(requests, await unitsOf(drain, orders));
    const each = ofRequest(units) + (2 * ofCall(milliseconds.batch)) / orders;
    return ofMillion(`a million orders ${name}`, units, each);
  };
  /** Each order is alone in its batch of the stream. */
  const loneOrders = async (): Promise<Activity> => {
    const usage = await usageOf(async () => {
      for (let nth = 0; nth < orders; nth += 1) {
        await order({ trackingCode: creator.trackingCode });
        await drain();
      }
    }, orders);
    return {
      ...usage,
      stored: { ...usage.stored, ...ordersStored },
      requestMilliseconds: milliseconds.request,
      streamCalls: [1, 1],
      streamMilliseconds: milliseconds.batch,
    };
  };

  const clicks = 2000;
  const fullBatches = async (): Promise<MeasuredRow> => {
    const requests = await unitsOf(async () => {
      for (let nth = 1; nth <= clicks; nth += 1) await follow(codes[nth % codes.length] ?? '', nth);
    }, clicks);
    const units = plus(requests, await unitsOf(drain, clicks));
    const each = ofRequest(units, milliseconds.link) + ofCall(milliseconds.batch) / clicks;
    return ofMillion(`a million clicks in batches of ${clicks}`, units, each);
  };
  /** Clicks of ten creators over four days, each alone in its batch. */
  const clicksPerHour = 7;
  const clicksOfSmallBrand = async (): Promise<Activity> => {
    const lonely = 4 * 24 * clicksPerHour;
    const begin = Date.now();
    const usage = await usageOf(async () => {
      for (let nth = 0; nth < lonely; nth += 1) {
        const at = new Date(begin + (nth * 3_600_000) / clicksPerHour);
        useClock({ now: () => at });
        await follow(codes[nth % codes.length] ?? '', 10_000 + nth);
        await drain();
      }
    }, lonely);
    useClock();
    return {
      ...usage,
      stored: { ...usage.stored, ...clicksStored },
      requestMilliseconds: milliseconds.link,
      streamCalls: [1],
      streamMilliseconds: milliseconds.loneClick,
    };
  };

  const reads = async (name: string, path: string): Promise<MeasuredRow> => {
    const units = await unitsOf(() => send('GET', path, { token }));
    return ofMillion(`a million reads: ${name}`, units, ofRequest(units));
  };
  const idleBrands = async (): Promise<MeasuredRow> => {
    const brands = 20;
    await Promise.all(Array.from({ length: brands }, () => createBrand('growth')));
    await drain();
    const context = { getRemainingTimeInMillis: () => 900_000 };
    const run = async () => {
      await approveDue(undefined, context);
      await digestAudit(undefined, context);
    };
    await run();
    const known = 1 + clicksPerBatch + brands;
    const units = await unitsOf(run, known);
    const time = (milliseconds.brandOfSchedule / 1000) * 0.5 * prices.lambdaGigabyteSecond;
    return {
      name: '10,000 idle brands for a month (units: one brand in an hour)',
      units,
      dollars: 10_000 * hoursPerMonth * (ofTable(units) + time),
    };
  };

  const rows = [
    await ordersOf('without a creator', {}),
    await ordersOf('with a tracking code', { trackingCode: creator.trackingCode }),
    await ordersOf('with a discount code and a tracking code', {
      trackingCode: creator.trackingCode,
      discountCode: discount.code,
    }),
    await fullBatches(),
    await reads('a creator', `/affiliates/${creator.id}`),
    await reads('a page of 25 orders', '/conversions'),
    await reads(
      'a report of a month',
      '/reports/performance?groupBy=affiliate&from=2026-11-01&to=2026-11-30',
    ),
  ];
  const loneOrder = await loneOrders();
  const clickOfBatch = await clicksOfBatches();
  const loneClick = await clicksOfSmallBrand();
  rows.push(
    ofActivity('a million clicks, each of another brand than the others of its batch', clickOfBatch),
    ofActivity('a million clicks, each alone in its batch', loneClick),
    await idleBrands(),
  );
  return {
    clicksPerHour,
    clicksPerBatch,
    loneOrder,
    clickOfBatch,
    loneClick,
    rows,
  };
}
