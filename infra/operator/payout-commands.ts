// The operator's commands on payouts: they need no user of the brand.
import * as z from 'zod';
import { presentPayout } from '#lib/payouts/present.ts';
import { isWorking } from '#lib/payouts/rules/payout.ts';
import { payoutChanges } from '#lib/payouts/schema/payout.ts';
import type { Payout } from '#lib/payouts/schema/stored.ts';
import { idOf, missing } from '#lib/shared/ids.ts';
import { fromMinor } from '#lib/shared/money.ts';
import { command, type Domains, described } from './command.ts';
import { failureOf } from './failure.ts';
import { brandOption } from './options.ts';
import { table } from './text.ts';

const payoutId = idOf('payout');

const payout = z
  .string()
  .refine((text) => payoutId.safeParse(text).success, 'Must be the id of a payout (pay_…), see payout list');

const sumOf = ({ amount, currency }: Payout): string => `${fromMinor(amount, currency).rawJSON} ${currency}`;
const timeOf = (instant: string | null): string => instant?.slice(0, 19).concat('Z') ?? '';

const list = command({
  name: 'payout list',
  summary: 'List all payouts of a brand, oldest first',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  run: async ({ brand: id }, { getBrand, payouts }) => {
    await getBrand(id);
    const all = await payouts.allPayouts(id);
    const rows = all.map((one) => [
      one.id,
      one.status,
      sumOf(one),
      String(one.affiliatesCount),
      String(one.commissionsCount),
      timeOf(one.createdAt),
      timeOf(one.paidAt),
      one.reference ?? '',
    ]);
    const headings = ['id', 'status', 'amount', 'creators', 'commissions', 'created', 'paid', 'reference'];
    return { data: all.map(presentPayout), text: table(headings, rows, 'No payouts') };
  },
});

/** One that fails keeps no other from going on. */
async function broughtToRest(before: Payout, { payouts }: Domains) {
  const { id, status: from } = before;
  try {
    return { id, from, status: (await payouts.runToCompletion(before)).status, failure: null };
  } catch (error) {
    return { id, from, status: from, failure: failureOf(error).message };
  }
}

const advance = command({
  name: 'payout advance',
  summary:
    'Take payouts that stand still to where they rest; done again, or beside the stream, it does no harm',
  options: {
    brand: brandOption,
    payout: described(payout.optional(), 'ID', 'The payout; left out: all of the brand that are under way'),
  },
  positional: ['brand', 'payout'],
  examples: [
    '--brand brd_01JD0000000000000000000000',
    '--brand brd_01JD0000000000000000000000 --payout pay_01JD0000000000000000000000',
  ],
  run: async ({ brand, payout: id }, domains) => {
    const { getBrand, payouts } = domains;
    await getBrand(brand);
    const all = await payouts.allPayouts(brand);
    const chosen = all.filter((one) => (id === undefined ? isWorking(one) : one.id === id));
    if (id !== undefined && chosen.length === 0) throw missing('payout');
    const advanced = [];
    for (const one of chosen) advanced.push(await broughtToRest(one, domains));
    const rows = advanced.map(({ id, from, status, failure }) => [id, from, status, failure ?? '']);
    return {
      data: advanced,
      text: table(['id', 'was', 'is', 'failure'], rows, 'No payout is under way'),
      hasFailed: advanced.some(({ failure }) => failure !== null),
    };
  },
});

const { reference } = payoutChanges.unwrap().shape;

const markPaid = command({
  name: 'payout mark-paid',
  summary:
    'Say that a payout has been paid, as the brand would; done again by the same reference, it changes nothing',
  options: {
    brand: brandOption,
    payout: described(payout, 'ID', 'The payout; it must be ready'),
    reference: described(reference.unwrap(), 'TEXT', 'What the payment is known by where it was made'),
  },
  positional: ['brand', 'payout', 'reference'],
  examples: [
    '--brand brd_01JD0000000000000000000000 --payout pay_01JD0000000000000000000000 --reference transfer-1',
  ],
  run: async ({ brand: brandId, payout: id, reference }, { getBrand, payouts, now }) => {
    await getBrand(brandId);
    const paid = await payouts.markPaid({ brandId, id, reference }, now());
    return {
      data: presentPayout(paid),
      text: `${id} (${sumOf(paid)}) is ${paid.status}, by ${paid.reference}`,
    };
  },
});

export const payoutCommands = [list, advance, markPaid] as const;
