// Reads what the fraud rules about creators look at.
import type { Brand } from '#lib/access/brands/schema.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { firstIdAt } from '#lib/foundation/shared/ids.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import { getItems, query, queryPartition } from '#lib/foundation/table/client.ts';
import { accountPartition, mailboxPartition } from '#lib/foundation/table/keys/fraud-keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { listQueryFor, toQueryInput } from '#lib/foundation/table/list-query.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { lookBackDays } from '#lib/money/fraud/rules/suspicions.ts';
import { type FraudFinding, storedFinding } from '#lib/money/fraud/schema/finding.ts';
import { storedPaymentDetails } from '#lib/money/payment-details/schema/stored.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { mailboxHash } from '#lib/program/affiliates/writes/mailboxes.ts';

/** The oldest of very many are enough to show the brand what happens. */
const maxOthers = 10;
const maxOrders = 1000;
const maxFindings = 100;

const othersIn = async (partition: string, { id }: Affiliate): Promise<readonly string[]> => {
  const found = await queryPartition(partition);
  return found
    .map(({ sk }) => String(sk))
    .filter((other) => other !== id)
    .slice(0, maxOthers);
};

export const sameMailbox = (brand: Brand, creator: Affiliate): Promise<readonly string[]> =>
  othersIn(mailboxPartition(brand.id, mailboxHash(brand, creator)), creator);

export async function sameAccount(brand: Brand, creator: Affiliate): Promise<readonly string[]> {
  const [found] = await getItems([paymentKeys.paymentDetails(brand.id, creator.id)]);
  const account = found && storedPaymentDetails.parse(found).current?.account;
  return account ? othersIn(accountPartition(brand.id, account), creator) : [];
}

export async function newestOrders(
  { brandId, id: affiliateId }: WorkItem,
  now: Date,
): Promise<readonly Conversion[]> {
  const from = firstIdAt('conversion', addSeconds(now, -lookBackDays * secondsPerDay));
  const list = listQueryFor(brandId, 'conversion', { affiliateId });
  const input = { ...toQueryInput(list, { from }), ScanIndexForward: false, Limit: maxOrders };
  return ((await query(input)).Items ?? []).map((item) => storedConversion.parse(item));
}

export async function findingsOf({ brandId, id: affiliateId }: WorkItem): Promise<readonly FraudFinding[]> {
  const list = listQueryFor(brandId, 'fraudFinding', { affiliateId });
  const input = { ...toQueryInput(list), ScanIndexForward: false, Limit: maxFindings };
  return ((await query(input)).Items ?? []).map((item) => storedFinding.parse(item));
}
