// Reads what the table has for rows of an import.
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { importKeys } from '#lib/foundation/table/keys/import-keys.ts';
import type { Item, Key } from '#lib/foundation/table/keys/item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import type { ParsedRow } from '#lib/outlets/imports/rules/row.ts';
import type { Found } from '#lib/outlets/imports/rules/setting.ts';
import type { CreatorRow } from '#lib/outlets/imports/schema/row.ts';
import { brandCodeKey, codeOfBrand, sharedCodeKey } from '#lib/program/affiliates/rules/code-places.ts';
import { similarTrackingCodes } from '#lib/program/affiliates/rules/new-tracking-code.ts';
import { storedAffiliate, storedEmailClaim } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';
import { codeKey } from '#lib/program/discounts/writes/discount.ts';

const nothing: Found = {
  byExternalId: undefined,
  byEmail: undefined,
  items: new Map(),
  target: undefined,
  freeCode: undefined,
  codes: new Map(),
  balance: undefined,
};

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** Returns a function that finds the items of the keys. */
async function readAll(wanted: readonly (Key | undefined)[]) {
  const all = wanted.filter((key) => key !== undefined);
  const distinct = [...new Map(all.map((key) => [nameOf(key), key])).values()];
  const items = await getItems(distinct);
  const found = new Map(distinct.map((key, index) => [nameOf(key), items[index]]));
  return (key: Key | undefined): Item | undefined => key && found.get(nameOf(key));
}

/** The brand whose items are read, and whether its new codes are unique in the brand only. */
interface CodeOwner {
  readonly brandId: string;
  readonly hasPrefix: boolean;
}

const targetKeysOf = ({ brandId, hasPrefix }: CodeOwner, code: string) =>
  [hasPrefix ? brandCodeKey(brandId, code) : undefined, sharedCodeKey(brandId, code)] as const;

/** Returns the item of the code with which a new creator would collide. */
function targetIn(
  { brandId, hasPrefix }: CodeOwner,
  [own, shared]: readonly [Item | undefined, Item | undefined],
): Item | undefined {
  return hasPrefix ? codeOfBrand(brandId, [own, shared]) : shared;
}

const claimKeysOf = (owner: CodeOwner, row: CreatorRow) => ({
  email: keys.affiliateEmail(owner.brandId, normalizeEmail(row.email)),
  externalId:
    row.externalId === undefined
      ? undefined
      : externalIdKeys.externalId(owner.brandId, 'affiliate', row.externalId),
  targets: row.trackingCode === undefined ? [] : targetKeysOf(owner, row.trackingCode),
  codes: (row.discountCodes ?? []).map((code) => [code, codeKey({ brandId: owner.brandId, code })] as const),
});

/** The random one among similar codes is free. */
const plainSuffixes = 3;

/** Returns one entry for each row, in two round trips. A row with problems needs no read. */
export async function readFound(owner: CodeOwner, rows: readonly ParsedRow[]): Promise<readonly Found[]> {
  const { brandId } = owner;
  const inputs = rows.map(({ input, problems }) => (problems.length > 0 ? undefined : input));
  const wanted = inputs.map((input) => input && claimKeysOf(owner, input));
  const claimOf = await readAll(
    wanted.flatMap((one) =>
      one === undefined
        ? []
        : [one.email, one.externalId, ...one.targets, ...one.codes.map(([, key]) => key)],
    ),
  );
  const claimed = wanted.map((one, index) => {
    const [email, externalId] = [one?.email, one?.externalId].map(claimOf);
    const [own, shared] = (one?.targets ?? []).map(claimOf);
    const target = targetIn(owner, [own, shared]);
    const { trackingCode = '', balance } = inputs[index] ?? {};
    return {
      byEmail: email && storedEmailClaim.parse(email).affiliateId,
      byExternalId: externalId && ownerIdIn(externalId),
      target,
      similar: target === undefined ? [] : similarTrackingCodes(trackingCode),
      hasBalance: balance !== undefined,
      codes: new Map(
        (one?.codes ?? []).flatMap(([code, key]) => {
          const claim = claimOf(key);
          return claim === undefined ? [] : [[code, claim] as const];
        }),
      ),
    };
  });
  const found = await readAll(
    claimed.flatMap(({ byEmail, byExternalId, similar, hasBalance }) => [
      ...[byEmail, byExternalId].flatMap((id) =>
        id === undefined
          ? []
          : [affiliateKey(brandId, id), hasBalance ? importKeys.importBalance(brandId, id) : undefined],
      ),
      ...similar.slice(0, plainSuffixes).flatMap((code) => targetKeysOf(owner, code)),
    ]),
  );
  const takenBy = (code: string) => {
    const [own, shared] = targetKeysOf(owner, code);
    return targetIn(owner, [found(own), found(shared)]);
  };
  return claimed.map(({ byEmail, byExternalId, target, similar, codes }, index): Found => {
    if (inputs[index] === undefined) return nothing;
    const itemOf = (id: string | undefined) =>
      id === undefined ? undefined : found(affiliateKey(brandId, id));
    const [emailItem, externalItem] = [itemOf(byEmail), itemOf(byExternalId)];
    const id = byExternalId ?? byEmail;
    return {
      byEmail: emailItem && storedAffiliate.parse(emailItem),
      byExternalId: externalItem && storedAffiliate.parse(externalItem),
      items: new Map([emailItem, externalItem].flatMap((item) => (item ? [[String(item.id), item]] : []))),
      target,
      freeCode: similar.find((code, suffix) => suffix >= plainSuffixes || !takenBy(code)),
      codes,
      balance: id === undefined ? undefined : found(importKeys.importBalance(brandId, id)),
    };
  });
}
