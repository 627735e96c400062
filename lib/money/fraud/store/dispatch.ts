// Sends the creators of new events to the queue of their worker, if the brand has fraud rules about creators, and dismissed findings.
import { creatorRuleNames } from '#lib/access/brands/rules/fraud-rules.ts';
import { storedBrand } from '#lib/access/brands/schema.ts';
import { isIdOf } from '#lib/foundation/shared/id-kinds.ts';
import type { WorkItem } from '#lib/foundation/shared/queues.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { dispatch } from '#lib/foundation/streams/work.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

const ofCreators: readonly string[] = [
  'affiliate.invited',
  'affiliate.applied',
  'affiliate.activated',
  'affiliate.updated',
];
const ofOrders: readonly string[] = [
  'conversion.recorded',
  'conversion.refunded',
  'conversion.canceled',
  'conversion.updated',
];
const detailsChanged = 'affiliate.payout_details_changed';
const dismissed = 'fraud_finding.dismissed';

interface Event {
  readonly type: string;
  readonly resourceId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type EventsIn = (segment: Item) => readonly Event[];

function subjectOf({ type, resourceId, data }: Event): string | undefined {
  if (ofCreators.includes(type) || (type === dismissed && data.type === 'creator')) return resourceId;
  const isWatched = ofOrders.includes(type) || type === detailsChanged;
  return isWatched && typeof data.affiliateId === 'string' ? data.affiliateId : undefined;
}

/** Returns creators to look at, and findings whose commissions are released. */
function subjectsIn({ before, after }: Change, eventsIn: EventsIn): readonly WorkItem[] {
  if (before !== undefined || after?.type !== 'eventSegment') return [];
  const subjects = eventsIn(after).map(subjectOf);
  const brandId = String(after.brandId);
  return [...new Set(subjects)].flatMap((id) => (id === undefined ? [] : [{ brandId, id }]));
}

async function readWatching(brandIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await getItems(brandIds.map((id) => keys.brand(id)));
  const brands = found.flatMap((item) => (item === undefined ? [] : [storedBrand.parse(item)]));
  return new Set(
    brands
      .filter(({ fraudRules }) => creatorRuleNames.some((name) => fraudRules?.[name]))
      .map(({ id }) => id),
  );
}

export const fraudChecksOf =
  (eventsIn: EventsIn) =>
  async (changes: readonly Change[]): Promise<void> => {
    const subjects = changes.flatMap((change) => subjectsIn(change, eventsIn));
    const isFinding = ({ id }: WorkItem): boolean => isIdOf('fraudFinding', id);
    const creators = subjects.filter((subject) => !isFinding(subject));
    const watching = await readWatching([...new Set(creators.map(({ brandId }) => brandId))]);
    await dispatch(
      'payouts',
      subjects.filter((subject) => isFinding(subject) || watching.has(subject.brandId)),
    );
  };
