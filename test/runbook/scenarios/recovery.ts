// A read-only stage, restores and backups.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { collectionPartition } from '#lib/foundation/table/keys/keys.ts';
import { privacyKeys } from '#lib/foundation/table/keys/privacy-keys.ts';
import { getUntil } from '#test/support/api-client.ts';
import { clientOfBrand } from '../brand.ts';
import { factOf, type Rehearsal, type Scenario } from '../rehearsal.ts';
import { backupSelection, ofBackup } from './missing-in-emulator.ts';
import { addSetting, removeSetting } from './stage-file.ts';

/** The emulator ignores the time, and restores the newest state. */
const moment = { 'MOMENT=2026-11-21T09:59:00Z': 'MOMENT=<moment>' };

const chooseMoment = {
  does: 'the operator chooses a time before the damage',
  work: async ({ facts }: Rehearsal): Promise<void> => {
    facts.set('moment', new Date().toISOString().replace(/\.\d+Z/, 'Z'));
  },
};

const stopChanges = [
  addSetting('the entry of the stage becomes read-only', () => 'readOnly: true'),
  { block: 'Stopping all changes, step 1', shows: [/✅ +creator-affiliate-prod/] },
];
const acceptChanges = removeSetting('the entry of the stage accepts changes', () => 'readOnly: true');

async function deleteOrder(rehearsal: Rehearsal): Promise<void> {
  const pk = collectionPartition(factOf(rehearsal, 'brand'), 'conversion');
  const { Attributes } = await rehearsal.tools.aws('dynamodb', 'delete_item', {
    TableName: factOf(rehearsal, 'table'),
    Key: { pk: { S: pk }, sk: { S: factOf(rehearsal, 'order') } },
    ReturnValues: 'ALL_OLD',
  });
  assert.ok(Attributes, 'The order is not stored under this key');
}

/** The file is relative to the checkout. */
const expectSavedPayout = (does: string, fileOf: (rehearsal: Rehearsal) => string) => ({
  does,
  work: async (rehearsal: Rehearsal): Promise<void> => {
    const text = readFileSync(join(rehearsal.checkout.folder, fileOf(rehearsal)), 'utf8');
    assert.match(text, new RegExp(factOf(rehearsal, 'payout')));
  },
});

export const restoreOfBrand: Scenario = {
  title: 'A read-only stage, and the restore of one brand',
  steps: [
    ...stopChanges,
    { block: 'Stopping all changes, step 2', shows: [/^read_only$/m, /^ok$/m] },
    chooseMoment,
    {
      block: 'Restoring one brand, step 1',
      replace: { ...moment, 'BRAND=…': 'BRAND=<brand>' },
      shows: [],
    },
    { block: 'Restoring one brand, step 2', shows: [/\b0 items would change/] },
    // The request of an earlier step, which has reached the log meanwhile.
    { block: 'Finding a request, step 3', shows: [/\t503\tconversions\.create\t\tread_only\t\t\S+/] },
    expectSavedPayout('the file contains the payouts of the brand', () => 'payouts-before.json'),
    { does: 'a script deletes an order', work: deleteOrder },
    {
      block: 'Restoring one brand, step 4',
      shows: [/\b1 items have changed/],
      saves: { name: /restored table +(\S+)/ },
    },
    { block: 'Restoring one brand, step 5', shows: [/still moving +0\b/, /\b0 differences/] },
    acceptChanges,
    { block: 'Restoring one brand, step 8', shows: [/"DELETING"/] },
    { block: 'Stopping all changes, step 1', shows: [/✅ +creator-affiliate-prod/] },
    { block: 'Stopping all changes, step 4', shows: [/"ApproximateNumberOfMessages": "0"/] },
  ],
};

const restoredTable = 'creator-affiliate-prod-20261121';

async function eraseCreator(rehearsal: Rehearsal): Promise<void> {
  const client = await clientOfBrand(rehearsal);
  const { data: creator } = await client.post('/affiliates/invite', {
    name: 'Eve',
    email: 'eve@creators.test',
  });
  const { data: erasure } = await client.delete(`/affiliates/${creator.id}/personal-data`);
  await getUntil(client, `/personal-data-erasures/${erasure.id}`, ({ status }) => status === 'completed');
  rehearsal.facts.set('creator', creator.id).set('erasure', erasure.id);
}

const keysOfErasure = (rehearsal: Rehearsal) => {
  const brand = factOf(rehearsal, 'brand');
  return [
    privacyKeys.erasure(brand, factOf(rehearsal, 'erasure')),
    privacyKeys.erasedPerson(brand, factOf(rehearsal, 'creator')),
  ].map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
};

/** The emulator restores the newest state, so the restored table contains the erasure. */
async function loseErasure(rehearsal: Rehearsal): Promise<void> {
  for (const Key of keysOfErasure(rehearsal))
    await rehearsal.tools.aws('dynamodb', 'delete_item', { TableName: restoredTable, Key });
}

const secondsToErase = 60;

async function untilErased(rehearsal: Rehearsal): Promise<void> {
  const [Key] = keysOfErasure(rehearsal);
  for (let second = 0; second < secondsToErase; second += 1) {
    const { Item } = await rehearsal.tools.aws('dynamodb', 'get_item', { TableName: restoredTable, Key });
    if (Item?.phase?.S === 'done') return;
    await setTimeout(1000);
  }
  throw new Error(`The erasure is not complete after ${secondsToErase} seconds`);
}

export const restoreOfTable: Scenario = {
  title: 'The restore of the table',
  steps: [
    { does: 'a creator is erased', work: eraseCreator },
    { block: 'Money after a restore, step 1', shows: [] },
    expectSavedPayout(
      'a file contains the payouts of each brand',
      (rehearsal) => `payouts-before/${factOf(rehearsal, 'brand')}.json`,
    ),
    ...stopChanges,
    chooseMoment,
    // The table of the emulator is ready at once.
    { block: 'Restoring the table, step 2', replace: moment, shows: [/^"(CREATING|ACTIVE)"$/m] },
    { block: 'Restoring the table, step 3', shows: [/"PointInTimeRecoveryStatus": "ENABLED"/] },
    addSetting('the entry of the stage names the restored table', () => `tableName: '${restoredTable}'`),
    { block: 'Restoring the table, step 5', shows: [/\[-\].*orphan/, /\[\+\]/] },
    { block: 'Restoring the table, step 6', shows: [/TableName = creator-affiliate-prod-20261121/] },
    { does: 'the restored table does not contain the erasure', work: loseErasure },
    { block: 'Restoring the table, step 7', shows: [/\b1 of 1 erasures are repeated/] },
    { does: 'the erasure continues', work: untilErased },
    { block: 'Restoring the table, step 7', shows: [/All erasures are complete/] },
    acceptChanges,
    {
      block: 'Restoring the table, step 6',
      shows: [/passed the smoke test/],
      saves: { table: /TableName = (\S+)/ },
    },
    { block: 'Money after a restore, step 2', shows: [/pay_\w+ +ready/] },
    {
      block: 'Money after a restore, step 3',
      replace: { '<reference>': 'transfer-7' },
      shows: [/with reference transfer-7/],
    },
    { block: 'Money after a restore, step 7', shows: [/No differences/] },
    {
      does: 'the brand reads both orders from the restored table',
      work: async (rehearsal) => {
        const { data } = await (await clientOfBrand(rehearsal)).get('/conversions');
        assert.equal(data.length, 2);
      },
    },
  ],
};

/** The emulator has only one account, but the vault must be in another one. */
const settingOfBackup = (facts: Map<string, string>): string => {
  const copyTo = factOf({ facts }, 'vault').replace(/:backup:[\w-]+:\d+:/, ':backup:eu-west-1:123456789012:');
  return `backup: { copyTo: '${copyTo}' }`;
};

export const backups: Scenario = {
  title: 'Backups in another account',
  steps: [
    {
      block: 'Backups in another account, step 1',
      shows: [],
      fails: { 'aws backup update-global-settings': ofBackup('UpdateGlobalSettings') },
    },
    {
      block: 'Backups in another account, step 2',
      replace: { '<account of the stage>': '<account>' },
      shows: [],
      fails: {
        'aws backup put-backup-vault-access-policy': ofBackup('PutBackupVaultAccessPolicy'),
        'aws backup put-backup-vault-lock-configuration': ofBackup('PutBackupVaultLockConfiguration'),
      },
      saves: { vault: /(arn:aws:backup:\S+)/ },
    },
    addSetting('the entry of the stage names the vault', settingOfBackup),
    {
      block: 'Backups in another account, step 3',
      shows: [/✅ +creator-affiliate-prod/],
      fails: { 'npm run deploy': backupSelection },
    },
    // The emulator has neither backups nor copies.
    { block: 'copies-missing, step 1', shows: [] },
    removeSetting('the entry of the stage has no backups', settingOfBackup),
    { block: 'Backups in another account, step 4', shows: [] },
    {
      block: 'Restoring a copy, step 1',
      replace: { '<ARN of the copy>': 'point', '<role of AWS Backup>': 'role' },
      shows: [],
      fails: { 'aws backup start-restore-job': ofBackup('StartRestoreJob') },
    },
  ],
};
