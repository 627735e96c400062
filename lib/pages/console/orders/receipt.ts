// Explains in sentences who has earned with an order, and why nobody else has.
import type {
  Affiliate,
  AttributionReceiptCandidatesItem as Candidate,
  Client,
  ExpandedCommission,
  ExpandedConversion,
} from '#lib/client/index.ts';
import type { Texts } from '#lib/pages/console/visit.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { recover } from '#lib/pages/shared/submit.ts';

type Names = ReadonlyMap<string | null, string>;

/** A name from right to left must not change the order of the words around it. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

const findCreator = ({ affiliates }: Client, id: string): Promise<readonly Affiliate[]> =>
  recover(
    affiliates.get(id).then((creator) => [creator]),
    [404],
    () => [],
  );

/** Reads the names of the creators of all candidates. */
export async function readNames(api: Client, { affiliateId, receipt }: ExpandedConversion): Promise<Names> {
  const ids = new Set([affiliateId, ...receipt.candidates.map((candidate) => candidate.affiliateId)]);
  const found = await Promise.all([...ids].flatMap((id) => (id === null ? [] : [findCreator(api, id)])));
  return new Map(found.flat().map(({ id, name, email }) => [id, isolated(name || email)]));
}

interface Receipt {
  readonly order: ExpandedConversion;
  readonly commission: ExpandedCommission | undefined;
  readonly names: Names;
  readonly format: Format;
  readonly texts: Texts;
}

/** Names the money: "Ada earned $8.90 (10%)". */
function earned({ order, commission, names, format, texts: { receipts } }: Receipt): string {
  const name = names.get(order.affiliateId) ?? receipts.unknownCreator;
  if (commission === undefined) return receipts.gotOrder(name);
  const amount = format.money(commission.originalAmount, commission.currency);
  const { rate } = commission;
  return rate?.type === 'percentage'
    ? receipts.earnedShare(name, amount, format.rate(rate))
    : receipts.earned(name, amount);
}

function subjectOf({ names, format, texts: { receipts } }: Receipt, candidate: Candidate): string {
  const { source, reference, affiliateId, clickedAt } = candidate;
  const owner = names.get(affiliateId) ?? receipts.unknownCreator;
  if (affiliateId === null) return receipts.unknown(isolated(reference));
  if (source === 'discountCode') return receipts.code(isolated(reference), owner);
  if (source === 'click') return receipts.click(format.day(clickedAt), owner);
  return source === 'customer' ? receipts.customer(owner) : receipts.trackingCode(isolated(reference), owner);
}

function whyWon({ order, format, texts: { receipts } }: Receipt): string {
  const won = order.receipt.candidates.find(({ outcome }) => outcome === 'won');
  if (order.receipt.winner === 'manual' || won === undefined) return receipts.byHand;
  const { source, reference, clickedAt, boundAt } = won;
  if (source === 'discountCode') return receipts.wonByCode(isolated(reference));
  if (source === 'click') return receipts.wonByClick(format.day(clickedAt));
  return source === 'customer'
    ? receipts.wonByCustomer(format.day(boundAt))
    : receipts.wonByTrackingCode(isolated(reference));
}

/** Refunds and corrections change the commission later. */
function changedTo({ commission, format, texts: { receipts } }: Receipt): readonly string[] {
  if (commission === undefined || commission.amount === commission.originalAmount) return [];
  return [receipts.changed(format.money(commission.amount, commission.currency))];
}

/** The first sentence says who earned and why. Each other sentence is about a reference that did not count. */
export function sentencesOf(receipt: Receipt): readonly string[] {
  const { order, texts } = receipt;
  const { receipts } = texts;
  const { attribution, candidates } = order.receipt;
  const first =
    order.affiliateId === null
      ? (receipts.nobody[attribution] ?? attribution)
      : receipts.sentence(earned(receipt), whyWon(receipt));
  // Nobody asks why a second reference of the winner did not count.
  const others = candidates
    .filter(({ outcome, affiliateId }) => outcome === 'lost' && affiliateId !== (order.affiliateId ?? ''))
    .map((candidate) =>
      receipts.lost(
        subjectOf(receipt, candidate),
        receipts.reasons[candidate.reason ?? ''] ?? candidate.reason ?? '',
      ),
    );
  const campaigns = candidates.flatMap(({ outcome, campaignReason }) =>
    outcome === 'won' && campaignReason !== null ? [receipts.campaignReasons[campaignReason] ?? ''] : [],
  );
  return [first, ...changedTo(receipt), ...campaigns, ...others];
}
