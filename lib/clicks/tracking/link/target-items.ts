// Reads the items of a click: the tracking code or the slug, and what it names.
import { getItem, getItems } from '#lib/clicks/tracking/link/minimal-client.ts';
import type { Deadline } from '#lib/clicks/tracking/link/table-call.ts';
import { campaignKey, creatorKey, linkKeys } from '#lib/foundation/table/keys/link-keys.ts';
import { type Item, text, textOrNull } from './item.ts';

export interface TargetRequest {
  readonly code: string;
  readonly campaignId: string | undefined;
  readonly date: string;
  readonly now: Date;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A slug reads the creator, whose status a tracking code repeats. */
function relatedKeys(code: Item, { campaignId: named, date }: TargetRequest) {
  const brandId = text(code, 'brandId');
  const campaignId = named ?? textOrNull(code, 'campaignId');
  return [
    linkKeys.brand(brandId),
    linkKeys.visitorSalt(brandId, date),
    ...(code.linkId === undefined ? [] : [creatorKey(brandId, text(code, 'affiliateId'))]),
    ...(campaignId === null ? [] : [campaignKey(brandId, campaignId)]),
  ];
}

/** Reads all items in one batch if the code is known from before. Otherwise reads the code first, because its item names the others. */
export async function readItems(request: TargetRequest, known: Item | undefined, deadline: Deadline) {
  const codeKey = linkKeys.trackingCode(request.code);
  if (known !== undefined) {
    const wanted = relatedKeys(known, request);
    // An eventually consistent read costs half, and the known target is a minute old already.
    const [code, ...related] = await getItems([codeKey, ...wanted], deadline, { isConsistent: false });
    if (code === undefined || isSame(relatedKeys(code, request), wanted)) return { code, related };
  }
  const code = await getItem(codeKey, deadline);
  if (code === undefined) return { code, related: [] };
  return { code, related: await getItems(relatedKeys(code, request), deadline, { isConsistent: true }) };
}
