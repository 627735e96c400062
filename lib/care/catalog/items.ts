// Lists all kinds of items of the table. Each domain declares its own in its `items.ts`.

import { apiKeysItems } from '#lib/access/api-keys/items.ts';
import { auditEntryItems } from '#lib/access/audit-entries/items.ts';
import { authItems } from '#lib/access/auth/items.ts';
import { brandsItems } from '#lib/access/brands/items.ts';
import { emailItems } from '#lib/access/email/items.ts';
import { requestLimitsItems } from '#lib/access/request-limits/items.ts';
import { testModeItems } from '#lib/access/test-mode/items.ts';
import { usersItems } from '#lib/access/users/items.ts';
import { privacyItems } from '#lib/care/privacy/items.ts';
import { linksItems } from '#lib/clicks/links/items.ts';
import { trackingItems } from '#lib/clicks/tracking/items.ts';
import type { RecordedItem, StoredItem } from '#lib/foundation/contract/stored-item.ts';
import type { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import type { creatorMailKeys } from '#lib/foundation/table/keys/creator-mail-keys.ts';
import type { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import type { eventKeys, RecordedKind } from '#lib/foundation/table/keys/event-keys.ts';
import type { exportKeys } from '#lib/foundation/table/keys/export-keys.ts';
import type { externalIdKeys } from '#lib/foundation/table/keys/external-id-keys.ts';
import type { figureKeys } from '#lib/foundation/table/keys/figure-keys.ts';
import type { importKeys } from '#lib/foundation/table/keys/import-keys.ts';
import type { Collection, keys } from '#lib/foundation/table/keys/keys.ts';
import type { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import type { privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import type { reconciliationKeys } from '#lib/foundation/table/keys/reconciliation-keys.ts';
import type { requestKeys } from '#lib/foundation/table/keys/request-keys.ts';
import type { searchKeys } from '#lib/foundation/table/keys/search-keys.ts';
import type { shopKeys } from '#lib/foundation/table/keys/shop-keys.ts';
import type { simulationKeys } from '#lib/foundation/table/keys/simulation-keys.ts';
import type { webhookKeys } from '#lib/foundation/table/keys/webhook-keys.ts';
import { commissionsItems } from '#lib/money/commissions/items.ts';
import { conversionsItems } from '#lib/money/conversions/items.ts';
import { customersItems } from '#lib/money/customers/items.ts';
import { decisionsItems } from '#lib/money/decisions/items.ts';
import { disputesItems } from '#lib/money/disputes/items.ts';
import { exchangeRatesItems } from '#lib/money/exchange-rates/items.ts';
import { fraudItems } from '#lib/money/fraud/items.ts';
import { ledgerItems } from '#lib/money/ledger/items.ts';
import { paymentDetailsItems } from '#lib/money/payment-details/items.ts';
import { payoutsItems } from '#lib/money/payouts/items.ts';
import { simulationsItems } from '#lib/money/simulations/items.ts';
import { creatorMailsItems } from '#lib/outlets/creator-mails/items.ts';
import { exportsItems } from '#lib/outlets/exports/items.ts';
import { figuresItems } from '#lib/outlets/figures/items.ts';
import { importsItems } from '#lib/outlets/imports/items.ts';
import { webhooksItems } from '#lib/outlets/webhooks/items.ts';
import { affiliatesItems } from '#lib/program/affiliates/items.ts';
import { applicationsItems } from '#lib/program/applications/items.ts';
import { campaignsItems } from '#lib/program/campaigns/items.ts';
import { creatorSessionsItems } from '#lib/program/creator-sessions/items.ts';
import { discountsItems } from '#lib/program/discounts/items.ts';
import { termsItems } from '#lib/program/terms/items.ts';
import { eventsItems } from '#lib/record/events/items.ts';
import { comparisonsItems } from '#lib/shops/comparisons/items.ts';
import { connectionsItems } from '#lib/shops/connections/items.ts';
import { ordersItems } from '#lib/shops/orders/items.ts';
import { technicalItems } from './technical-items.ts';

type Keys = typeof creatorKeys &
  typeof creatorMailKeys &
  typeof emailKeys &
  typeof eventKeys &
  typeof exportKeys &
  typeof externalIdKeys &
  typeof figureKeys &
  typeof importKeys &
  typeof keys &
  typeof paymentKeys &
  typeof privacyKeys &
  typeof reconciliationKeys &
  typeof requestKeys &
  typeof searchKeys &
  typeof shopKeys &
  typeof simulationKeys &
  typeof webhookKeys;

/** The name of an item is that of its key. The items of a collection have the name of the collection. */
type ItemName = Exclude<keyof Keys, 'item'> | Collection;

/** The type requires each key to belong to an item, and each recorded item to declare its events. */
export const items = {
  ...affiliatesItems,
  ...apiKeysItems,
  ...applicationsItems,
  ...auditEntryItems,
  ...authItems,
  ...brandsItems,
  ...campaignsItems,
  ...commissionsItems,
  ...comparisonsItems,
  ...connectionsItems,
  ...conversionsItems,
  ...creatorMailsItems,
  ...creatorSessionsItems,
  ...customersItems,
  ...discountsItems,
  ...decisionsItems,
  ...disputesItems,
  ...emailItems,
  ...eventsItems,
  ...exchangeRatesItems,
  ...exportsItems,
  ...figuresItems,
  ...fraudItems,
  ...importsItems,
  ...ledgerItems,
  ...linksItems,
  ...ordersItems,
  ...paymentDetailsItems,
  ...payoutsItems,
  ...privacyItems,
  ...requestLimitsItems,
  ...simulationsItems,
  ...termsItems,
  ...testModeItems,
  ...trackingItems,
  ...usersItems,
  ...webhooksItems,
  ...technicalItems,
} satisfies Readonly<Record<ItemName, StoredItem>> &
  Readonly<Record<RecordedKind, { readonly events: RecordedItem }>>;

export const declaredItems: readonly (readonly [string, StoredItem])[] = Object.entries(items);
