// Refuses restores that would damage data.

import { storedErasure } from '#lib/care/privacy/schema/erasure.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { queryPartition } from '#lib/foundation/table/client.ts';
import { collectionPartition, keys } from '#lib/foundation/table/keys/keys.ts';
import { erasurePartition, privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import { itemsIn } from '#lib/foundation/table/other-table.ts';
import { workingStatuses } from '#lib/money/payouts/rules/working-statuses.ts';
import { storedPayout } from '#lib/money/payouts/schema/stored.ts';

async function requireBrand(brandId: string, fromTable: string): Promise<void> {
  if (fromTable === environment.TABLE_NAME)
    throw new OperatorError('invalid', '--from-table: this is the live table: name the restored one');
  const [brand] = await itemsIn(fromTable, [keys.brand(brandId)]);
  if (brand === undefined)
    throw new OperatorError(
      'invalid',
      `--from-table: ${fromTable} does not contain ${brandId}: restore a later time`,
    );
}

/** A worker that continues a payout would take commissions while they are being restored. */
async function requireSettledPayouts(brandId: string): Promise<void> {
  const payouts = (await queryPartition(collectionPartition(brandId, 'payout'))).map((item) =>
    storedPayout.parse(item),
  );
  const [working] = payouts.filter(({ status }) => workingStatuses.some((one) => one === status));
  if (working !== undefined)
    throw new OperatorError(
      'conflict',
      `The payout ${working.id} is ${working.status}: complete it first with payout advance`,
    );
}

/** The restored table contains the data of people who were erased later. */
async function requireNoLaterErasure(brandId: string, fromTable: string): Promise<void> {
  const erasures = (await queryPartition(erasurePartition(brandId))).map((item) => storedErasure.parse(item));
  const before = await itemsIn(
    fromTable,
    erasures.map(({ id }) => privacyKeys.erasure(brandId, id)),
  );
  const [later] = erasures.filter((_, index) => before[index]?.phase !== 'done');
  if (later !== undefined)
    throw new OperatorError(
      'conflict',
      `The restore would bring back personal data of the erasure ${later.id}, which was not complete at the restored time: ` +
        'restore a time after its completion',
    );
}

export async function requireRestorable(brandId: string, fromTable: string): Promise<void> {
  await requireBrand(brandId, fromTable);
  await requireSettledPayouts(brandId);
  await requireNoLaterErasure(brandId, fromTable);
}
