// Explains in sentences who has earned with an order, and why nobody else has.
import type {
  Affiliate,
  AttributionReceiptCandidatesItem as Candidate,
  Client,
  ExpandedCommission,
  ExpandedConversion,
} from '#lib/client/index.ts';
import { isApiError } from '#lib/client/index.ts';
import { rateText } from '#lib/pages/console/input.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';

type Names = ReadonlyMap<string | null, string>;

/** A name from right to left must not change the order of the words around it. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

async function findCreator({ affiliates }: Client, id: string): Promise<readonly Affiliate[]> {
  try {
    return [await affiliates.get(id)];
  } catch (error) {
    if (isApiError(error) && error.status === 404) return [];
    throw error;
  }
}

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
    ? receipts.earnedShare(name, amount, rateText(format, rate))
    : receipts.earned(name, amount);
}

function subjectOf({ names, format, texts: { receipts } }: Receipt, candidate: Candidate): string {
  const { source, reference, affiliateId, clickedAt, boundAt } = candidate;
  const owner = names.get(affiliateId) ?? receipts.unknownCreator;
  const day = (time: string | null): string => (time === null ? '–' : format.day(time));
  const subjects: Readonly<Record<string, string>> = {
    discountCode: receipts.code(isolated(reference), owner),
    click: receipts.click(day(clickedAt), owner),
    trackingCode: receipts.trackingCode(isolated(reference), owner),
    customer: receipts.customer(day(boundAt), owner),
  };
  return (affiliateId === null ? receipts.unknown(isolated(reference)) : subjects[source]) ?? reference;
}

function whyWon(receipt: Receipt): string {
  const { order, texts } = receipt;
  const { because, byHand } = texts.receipts;
  const won = order.receipt.candidates.find(({ outcome }) => outcome === 'won');
  if (order.receipt.winner === 'manual' || won === undefined) return byHand;
  return because(subjectOf(receipt, won));
}

/** The first sentence says who earned and why. Each other sentence is about a creator who did not. */
export function sentencesOf(receipt: Receipt): readonly string[] {
  const { order, texts } = receipt;
  const { receipts } = texts;
  const { attribution, candidates } = order.receipt;
  const first =
    order.affiliateId === null
      ? (receipts.nobody[attribution] ?? attribution)
      : receipts.sentence(earned(receipt), whyWon(receipt));
  const others = candidates
    .filter(({ outcome }) => outcome === 'lost')
    .map((candidate) =>
      receipts.lost(
        subjectOf(receipt, candidate),
        receipts.reasons[candidate.reason ?? ''] ?? candidate.reason ?? '',
      ),
    );
  const campaigns = candidates.flatMap(({ outcome, campaignReason }) =>
    outcome === 'won' && campaignReason !== null ? [receipts.campaignReasons[campaignReason] ?? ''] : [],
  );
  return [first, ...campaigns, ...others];
}
