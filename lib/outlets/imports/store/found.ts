// Reads what the table has for rows of an import.
import { normalizeEmail } from '#lib/foundation/shared/email-addresses.ts';
import { getItems } from '#lib/foundation/table/client.ts';
import { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { ownerIdIn } from '#lib/foundation/table/writes/external-ids.ts';
import type { Found } from '#lib/outlets/imports/rules/judge.ts';
import type { ParsedRow } from '#lib/outlets/imports/rules/row.ts';
import { linkCodeOf } from '#lib/program/affiliates/rules/tracking-code.ts';
import { storedAffiliate, storedEmailClaim } from '#lib/program/affiliates/schema/affiliate.ts';
import { affiliateKey } from '#lib/program/affiliates/writes.ts';

const nothing: Found = { byExternalId: undefined, byEmail: undefined, target: undefined };

/** Returns one entry for each row, in two round trips. A row with problems needs no read. */
export async function readFound(brandId: string, rows: readonly ParsedRow[]): Promise<readonly Found[]> {
  const wanted = rows.map(({ input, problems }) => {
    if (input === undefined || problems.length > 0) return undefined;
    const { email, externalId, trackingCode } = input;
    return {
      email: keys.affiliateEmail(brandId, normalizeEmail(email)),
      externalId:
        externalId === undefined ? undefined : externalIdKeys.externalId(brandId, 'affiliate', externalId),
      code: trackingCode === undefined ? undefined : keys.trackingCode(linkCodeOf(brandId, trackingCode)),
    };
  });
  const all = wanted.flatMap((keysOfRow) =>
    Object.values(keysOfRow ?? {}).filter((key) => key !== undefined),
  );
  const items = await getItems(all);
  const claims = new Map(all.map((key, index) => [key, items[index]]));
  const claimed = wanted.map((keysOfRow) => {
    const [email, externalId, target] = [keysOfRow?.email, keysOfRow?.externalId, keysOfRow?.code].map(
      (key) => key && claims.get(key),
    );
    return {
      byEmail: email && storedEmailClaim.parse(email).affiliateId,
      byExternalId: externalId && ownerIdIn(externalId),
      target,
    };
  });
  const ids = [
    ...new Set(claimed.flatMap(({ byEmail, byExternalId }) => [byEmail ?? [], byExternalId ?? []].flat())),
  ];
  const found = await getItems(ids.map((id) => affiliateKey(brandId, id)));
  const creators = new Map(
    found.flatMap((item) => (item === undefined ? [] : [[String(item.id), item] as const])),
  );
  const creatorOf = (id: string | undefined) => {
    const item = id === undefined ? undefined : creators.get(id);
    return item && storedAffiliate.parse(item);
  };
  return claimed.map(({ byEmail, byExternalId, target }, index) =>
    wanted[index] === undefined
      ? nothing
      : { byEmail: creatorOf(byEmail), byExternalId: creatorOf(byExternalId), target },
  );
}
