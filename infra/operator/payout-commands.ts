import * as z from 'zod';
import type { Clock } from '#lib/foundation/shared/clock.ts';
import { notFound } from '#lib/foundation/shared/errors.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentPayout } from '#lib/money/payouts/present.ts';
import { isWorking } from '#lib/money/payouts/rules/statuses.ts';
import { payoutChanges } from '#lib/money/payouts/schema/endpoints.ts';
import type { Payout } from '#lib/money/payouts/schema/stored.ts';
import { command, type Domains, option } from './command.ts';
import { failureOf } from './failure.ts';
import { brandOption } from './options.ts';
import { table } from './text.ts';

const payoutId = idSchema('payout');

const payoutSchema = z
  .string()
  .refine((text) => payoutId.safeParse(text).success, 'Must be the id of a payout (pay_…, see payout list)');

const amountOf = ({ amount, currency }: Payout): string =>
  `${fromMinor(amount, currency).rawJSON} ${currency}`;
const timeOf = (instant: string | null): string => instant?.slice(0, 19).concat('Z') ?? '';

const list = command({
  name: 'payout list',
  summary: 'List all payouts of a brand, oldest first',
  options: { brand: brandOption },
  positional: ['brand'],
  examples: ['--brand brd_01JD0000000000000000000000'],
  action: async ({ brand: id }, { getBrand, payouts }) => {
    await getBrand(id);
    const all = await payouts.allPayouts(id);
    const rows = all.map((one) => [
      one.id,
      one.status,
      amountOf(one),
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

/** Returns a failure instead of throwing, so that the other payouts are still processed. */
async function runToCompletion(payout: Payout, clock: Clock, { payouts }: Domains) {
  const { id, status: from } = payout;
  try {
    return { id, from, status: (await payouts.runToCompletion(payout, clock)).status, failure: null };
  } catch (error) {
    return { id, from, status: from, failure: failureOf(error).message };
  }
}

const advance = command({
  name: 'payout advance',
  summary: 'Complete the unfinished steps of payouts; safe to repeat and to run beside the stream consumer',
  options: {
    brand: brandOption,
    payout: option(
      payoutSchema.optional(),
      'id',
      'Id of the payout; defaults to all unfinished payouts of the brand',
    ),
  },
  positional: ['brand', 'payout'],
  examples: [
    '--brand brd_01JD0000000000000000000000',
    '--brand brd_01JD0000000000000000000000 --payout pay_01JD0000000000000000000000',
  ],
  action: async ({ brand, payout: id }, domains) => {
    const { getBrand, getBrandClock, payouts } = domains;
    await getBrand(brand);
    const clock = await getBrandClock(brand);
    const all = await payouts.allPayouts(brand);
    const chosen = all.filter((one) => (id === undefined ? isWorking(one) : one.id === id));
    if (id !== undefined && chosen.length === 0) throw notFound('payout');
    const advanced = [];
    for (const one of chosen) advanced.push(await runToCompletion(one, clock, domains));
    const rows = advanced.map(({ id, from, status, failure }) => [id, from, status, failure ?? '']);
    return {
      data: advanced,
      text: table(['id', 'from', 'to', 'failure'], rows, 'No unfinished payouts'),
      hasFailed: advanced.some(({ failure }) => failure !== null),
    };
  },
});

const { reference } = payoutChanges.shape;

const markPaid = command({
  name: 'payout mark-paid',
  summary: 'Mark a payout as paid; a retry with the same reference has no effect',
  options: {
    brand: brandOption,
    payout: option(payoutSchema, 'id', 'Id of the payout, which must be ready'),
    reference: option(reference.unwrap(), 'text', 'Reference of the payment, such as a bank transfer id'),
  },
  positional: ['brand', 'payout', 'reference'],
  examples: [
    '--brand brd_01JD0000000000000000000000 --payout pay_01JD0000000000000000000000 --reference transfer-1',
  ],
  action: async ({ brand: brandId, payout: id, reference }, { getBrand, getBrandClock, payouts }) => {
    await getBrand(brandId);
    const paid = await payouts.markPaid({ brandId, id, reference }, await getBrandClock(brandId));
    return {
      data: presentPayout(paid),
      text: `${id} (${amountOf(paid)}) is ${paid.status} with reference ${paid.reference}`,
    };
  },
});

export const payoutCommands = [list, advance, markPaid] as const;
