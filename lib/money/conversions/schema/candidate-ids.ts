// Shortens the ids in stored receipts, so that most conversions fit into 1 KB. Most candidates name the creator and the campaign of the
// conversion itself.
const ownId = '=';
const names = ['affiliateId', 'campaignId'] as const;

type Ids = Readonly<Partial<Record<(typeof names)[number], unknown>>>;

const replaceIds = (candidate: Ids, replace: (id: unknown, name: keyof Ids) => unknown): object => ({
  ...candidate,
  ...Object.fromEntries(
    names
      .filter((name) => candidate[name] !== undefined)
      .map((name) => [name, replace(candidate[name], name)]),
  ),
});

export const shortenIds = (candidate: Ids, conversion: Ids): object =>
  replaceIds(candidate, (id, name) => (id === conversion[name] ? ownId : id));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Restores the ids of all candidates in a stored conversion. */
export function restoreIds(stored: unknown): unknown {
  if (!isObject(stored) || !isObject(stored.receipt) || !Array.isArray(stored.receipt.candidates))
    return stored;
  const restore = (candidate: unknown): unknown =>
    isObject(candidate) ? replaceIds(candidate, (id, name) => (id === ownId ? stored[name] : id)) : candidate;
  return { ...stored, receipt: { ...stored.receipt, candidates: stored.receipt.candidates.map(restore) } };
}
