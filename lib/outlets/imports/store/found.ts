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
import { similarTrackingCodes } from '#lib/program/affiliates/rules/new-tracking-code.ts';
import { linkCodeOf } from '#lib/program/affiliates/rules/tracking-code.ts';
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

const targetKey = (brandId: string, code: string) => keys.trackingCode(linkCodeOf(brandId, code));

const claimKeysOf = (brandId: string, row: CreatorRow) => ({
  email: keys.affiliateEmail(brandId, normalizeEmail(row.email)),
  externalId:
    row.externalId === undefined
      ? undefined
      : externalIdKeys.externalId(brandId, 'affiliate', row.externalId),
  target: row.trackingCode === undefined ? undefined : targetKey(brandId, row.trackingCode),
  codes: (row.discountCodes ?? []).map((code) => [code, codeKey({ brandId, code })] as const),
});

/** The random one among similar codes is free. */
const plainSuffixes = 3;

/** Returns one entry for each row, in two round trips. A row with problems needs no read. */
export async function readFound(brandId: string, rows: readonly ParsedRow[]): Promise<readonly Found[]> {
  const inputs = rows.map(({ input, problems }) => (problems.length > 0 ? undefined : input));
  const wanted = inputs.map((input) => input && claimKeysOf(brandId, input));
  const claimOf = await readAll(
    wanted.flatMap((one) =>
      one === undefined ? [] : [one.email, one.externalId, one.target, ...one.codes.map(([, key]) => key)],
    ),
  );
  const claimed = wanted.map((one, index) => {
    const [email, externalId, target] = [one?.email, one?.externalId, one?.target].map(claimOf);
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
      ...similar.slice(0, plainSuffixes).map((code) => targetKey(brandId, code)),
    ]),
  );
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
      freeCode: similar.find((code, suffix) => suffix >= plainSuffixes || !found(targetKey(brandId, code))),
      codes,
      balance: id === undefined ? undefined : found(importKeys.importBalance(brandId, id)),
    };
  });
}
