// Lists all kinds of items of the table. Each domain declares its own in its `items.ts`.

import { affiliatesItems } from '#lib/affiliates/items.ts';
import { apiKeysItems } from '#lib/api-keys/items.ts';
import { auditEntryItems } from '#lib/audit-entries/items.ts';
import { authItems } from '#lib/auth/items.ts';
import { brandsItems } from '#lib/brands/items.ts';
import { campaignsItems } from '#lib/campaigns/items.ts';
import { commissionsItems } from '#lib/commissions/items.ts';
import type { RecordedItem, StoredItem } from '#lib/contract/stored-item.ts';
import { conversionsItems } from '#lib/conversions/items.ts';
import { discountsItems } from '#lib/discounts/items.ts';
import { emailItems } from '#lib/email/items.ts';
import { eventsItems } from '#lib/events/items.ts';
import { exportsItems } from '#lib/exports/items.ts';
import { figuresItems } from '#lib/figures/items.ts';
import { ledgerItems } from '#lib/ledger/items.ts';
import { payoutsItems } from '#lib/payouts/items.ts';
import { privacyItems } from '#lib/privacy/items.ts';
import { requestLimitsItems } from '#lib/request-limits/items.ts';
import type { emailKeys } from '#lib/table/keys/email-keys.ts';
import type { eventKeys, RecordedKind } from '#lib/table/keys/event-keys.ts';
import type { exportKeys } from '#lib/table/keys/export-keys.ts';
import type { externalIdKeys } from '#lib/table/keys/external-id-keys.ts';
import type { figureKeys } from '#lib/table/keys/figure-keys.ts';
import type { Collection, keys } from '#lib/table/keys/keys.ts';
import type { privacyKeys } from '#lib/table/keys/privacy-keys.ts';
import type { requestKeys } from '#lib/table/keys/request-keys.ts';
import type { searchKeys } from '#lib/table/keys/search-keys.ts';
import type { webhookKeys } from '#lib/table/keys/webhook-keys.ts';
import { testModeItems } from '#lib/test-mode/items.ts';
import { trackingItems } from '#lib/tracking/items.ts';
import { usersItems } from '#lib/users/items.ts';
import { webhooksItems } from '#lib/webhooks/items.ts';
import { technicalItems } from './technical-items.ts';

type Keys = typeof emailKeys &
  typeof eventKeys &
  typeof exportKeys &
  typeof externalIdKeys &
  typeof figureKeys &
  typeof keys &
  typeof privacyKeys &
  typeof requestKeys &
  typeof searchKeys &
  typeof webhookKeys;

/** The name of an item is that of its key. The items of a collection have the name of the collection. */
type ItemName = Exclude<keyof Keys, 'item'> | Collection;

/** The type requires each key to belong to an item, and each recorded item to declare its events. */
export const items = {
  ...affiliatesItems,
  ...apiKeysItems,
  ...auditEntryItems,
  ...authItems,
  ...brandsItems,
  ...campaignsItems,
  ...commissionsItems,
  ...conversionsItems,
  ...discountsItems,
  ...emailItems,
  ...eventsItems,
  ...exportsItems,
  ...figuresItems,
  ...ledgerItems,
  ...payoutsItems,
  ...privacyItems,
  ...requestLimitsItems,
  ...testModeItems,
  ...trackingItems,
  ...usersItems,
  ...webhooksItems,
  ...technicalItems,
} satisfies Readonly<Record<ItemName, StoredItem>> &
  Readonly<Record<RecordedKind, { readonly events: RecordedItem }>>;

export const declaredItems: readonly (readonly [string, StoredItem])[] = Object.entries(items);
