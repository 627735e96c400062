// Stores the click on a tracking link, or logs it.
import { isOfAddress } from '#lib/clicks/tracking/rules/address-visits.ts';
import { formatEntry } from '#lib/clicks/tracking/rules/entries.ts';
import { clickNotStored } from '#lib/clicks/tracking/rules/log-messages.ts';
import type { Click } from '#lib/clicks/tracking/rules/visit.ts';
import { overflowItem, visitUpdate } from '#lib/clicks/tracking/writes/visits.ts';
import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';
import { isReadOnly } from '#lib/foundation/shared/read-only.ts';
import { countedVisitorsOf, parseAddressVisit, rememberFullVisit } from './full-visits.ts';
import { putItem, updateOrGetExisting } from './minimal-client.ts';
import { type Deadline, monotonicNow } from './table-call.ts';
import { refreshTimeShare } from './target-cache.ts';

/** Guarantees a minimum time to store the click, because reading the target may use up the deadline. */
function storeDeadline(deadline: Deadline): Deadline {
  const earliest = monotonicNow() + linkEnvironment.LINK_TABLE_MILLISECONDS * (1 - refreshTimeShare);
  return deadline.until >= earliest ? deadline : { ...deadline, until: earliest };
}

const { CLICK_RETENTION_DAYS: retentionDays } = linkEnvironment;

async function store(click: Click, deadline: Deadline): Promise<void> {
  const update = visitUpdate(click, retentionDays);
  const visit = `${update.Key.pk} ${update.Key.sk}`;
  const storeOverflow = (counted?: ReadonlySet<string>) => {
    const isSuspicious = counted !== undefined && !counted.has(click.visitor ?? '');
    return putItem(overflowItem(click, retentionDays, isSuspicious), deadline);
  };
  const known = countedVisitorsOf(visit);
  if (known !== undefined) return storeOverflow(known);
  const existing = await updateOrGetExisting(update, deadline);
  if (existing === undefined) return;
  if (!isOfAddress(click)) return storeOverflow();
  const { texts, counted } = parseAddressVisit(existing);
  if (texts.has(formatEntry(click))) return;
  rememberFullVisit(visit, counted);
  await storeOverflow(counted);
}

/** Logs the complete click if it cannot be stored in time. The command `clicks replay` stores it later. */
export async function storeOrLog(click: Click, deadline: Deadline): Promise<void> {
  try {
    if (isReadOnly()) throw new Error('read-only');
    await store(click, storeDeadline(deadline));
  } catch (error) {
    logger.countEvent('ClickNotStored');
    logger.error(clickNotStored, { click, failure: error instanceof Error ? error.message : 'unknown' });
  }
}
