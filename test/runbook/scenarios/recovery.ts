// A read-only stage, restores and backups.
import assert from 'node:assert/strict';
import { collectionPartition } from '#lib/table/keys/keys.ts';
import { clientOfBrand } from '../brand.ts';
import { factOf, type Scenario, type World } from '../scenario.ts';
import { pinned, stageFile } from './stage-file.ts';

/** The emulator restores the newest state, so the time may be any. */
const moment = { 'MOMENT=2026-11-21T09:59:00Z': 'MOMENT=<moment>' };

async function knowMoment(world: World): Promise<void> {
  world.facts.set('moment', new Date().toISOString().replace(/\.\d+Z/, 'Z'));
}

async function deleteAnOrder(world: World): Promise<void> {
  const id = factOf(world, 'order');
  const pk = collectionPartition(factOf(world, 'brand'), 'conversion');
  const deletion = { TableName: factOf(world, 'table'), Key: { pk: { S: pk }, sk: { S: id } } };
  const { Attributes } = await world.tools.aws('dynamodb', 'delete_item', {
    ...deletion,
    ReturnValues: 'ALL_OLD',
  });
  assert.ok(Attributes, 'The order is stored at another place');
}

const becomesReadOnly = {
  does: 'the entry of the stage becomes read-only',
  work: async ({ checkout }: World) => checkout.edit(stageFile, pinned, `${pinned}    readOnly: true,\n`),
};
const acceptsChanges = {
  does: 'the entry of the stage accepts changes',
  work: async ({ checkout }: World) => checkout.edit(stageFile, '    readOnly: true,\n', ''),
};

export const restoreOfBrand: Scenario = {
  title: 'A read-only stage, and the restore of one brand',
  steps: [
    {
      does: 'the brand reads an order, while it can log in',
      work: async (world) => {
        const { get } = await clientOfBrand(world);
        const { data } = await get('/conversions?orderId=order-1');
        world.facts.set('order', data[0].id);
      },
    },
    becomesReadOnly,
    { block: 'Stopping all changes, step 1', shows: [/✅ +creator-affiliate-prod/] },
    { block: 'Stopping all changes, step 2', shows: [/^read_only$/m, /^ok$/m] },
    { does: 'a time before the damage is chosen', work: knowMoment },
    {
      block: 'Restoring one brand, step 1',
      replace: { ...moment, 'BRAND=…': 'BRAND=<brand>' },
      shows: [],
    },
    { block: 'Restoring one brand, step 2', shows: [/0 items would change/] },
    { does: 'a script deletes an order', work: deleteAnOrder },
    {
      block: 'Restoring one brand, step 4',
      shows: [/1 items have changed/],
      saves: { name: /restored table +(\S+)/ },
    },
    { block: 'Restoring one brand, step 5', shows: [/still moving +0/, /0 differences/] },
    acceptsChanges,
    { block: 'Restoring one brand, step 8', shows: [/"DELETING"/] },
    { block: 'Stopping all changes, step 1', shows: [/✅ +creator-affiliate-prod/] },
    { block: 'Stopping all changes, step 4', shows: [/"ApproximateNumberOfMessages": "0"/] },
  ],
};

export const restoreOfTable: Scenario = {
  title: 'The restore of the table',
  steps: [
    { block: '10 Money after a restore, step 1', shows: [] },
    becomesReadOnly,
    { block: 'Stopping all changes, step 1', shows: [/✅ +creator-affiliate-prod/] },
    { does: 'a time before the damage is chosen', work: knowMoment },
    { block: '9 Backup and restore, step 1', replace: moment, shows: [/"(CREATING|ACTIVE)"/] },
    { block: '9 Backup and restore, step 2', shows: [/"PointInTimeRecoveryStatus": "ENABLED"/] },
    {
      does: 'the entry of the stage names the restored table',
      work: async ({ checkout, stack }) =>
        checkout.edit(stageFile, pinned, `${pinned}    tableName: '${stack}-20261121',\n`),
    },
    { block: '9 Backup and restore, step 4', shows: [/\[-\].*orphan/, /\[\+\]/] },
    { block: '9 Backup and restore, step 5', shows: [/TableName = creator-affiliate-prod-20261121/] },
    acceptsChanges,
    {
      block: '9 Backup and restore, step 5',
      shows: [/✅ +creator-affiliate-prod/],
      saves: { table: /TableName = (\S+)/ },
    },
    { block: '10 Money after a restore, step 2', shows: [/pay_\w+ +ready/] },
    {
      block: '10 Money after a restore, step 3',
      replace: { '<reference>': 'transfer-7' },
      shows: [/with reference transfer-7/],
    },
    { block: '10 Money after a restore, step 7', shows: [/No differences/] },
    {
      does: 'the restored table contains the orders',
      work: async (world) => {
        const { data } = await (await clientOfBrand(world)).get('/conversions');
        assert.equal(data.length, 2);
      },
    },
  ],
};

export const backups: Scenario = {
  title: 'Backups in another account',
  steps: [
    {
      block: 'Backups in another account, step 1',
      shows: [],
      fails: { 'aws backup update-global-settings': 'The emulator has no settings of organizations' },
    },
    {
      block: 'Backups in another account, step 2',
      replace: { '<account of the stage>': '<account>' },
      shows: [],
      fails: {
        'aws backup put-backup-vault-access-policy': 'The emulator has no policies of vaults',
        'aws backup put-backup-vault-lock-configuration': 'The emulator has no locks of vaults',
      },
      saves: { vault: /(arn:aws:backup:\S+)/ },
    },
    {
      does: 'the entry of the stage names the vault',
      work: async (world) => {
        const vault = factOf(world, 'vault').replace(factOf(world, 'account'), '123456789012');
        world.facts.set('backup', `    backup: { copyTo: '${vault}', keepDays: 35 },\n`);
        world.checkout.edit(stageFile, pinned, `${pinned}${factOf(world, 'backup')}`);
      },
    },
    {
      block: 'Backups in another account, step 3',
      shows: [/✅ +creator-affiliate-prod/],
      fails: { 'npm run deploy': 'CloudFormation of the emulator has no AWS::Backup::BackupSelection' },
    },
    {
      does: 'the entry of the stage has no backups',
      work: async ({ checkout, facts }) => checkout.edit(stageFile, facts.get('backup') ?? '', ''),
    },
    { block: 'Backups in another account, step 4', shows: [] },
    {
      block: 'Backups in another account, step 5',
      replace: { '<ARN of step 4>': 'point', '<role of AWS Backup>': 'role' },
      shows: [],
      fails: { 'aws backup start-restore-job': 'The emulator restores no backups' },
    },
  ],
};
