// Tests that the policy for operators allows what their commands do, and nothing more.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operatorActions } from '#infra/constructs/operator-policy.ts';
import { indexes } from '#lib/foundation/table/keys/indexes.ts';
import { createApiKey, invite } from '#test/support/creations.ts';
import { operator } from '#test/support/operator.ts';
import { recordOrder } from '#test/support/orders.ts';
import { createBrand } from '#test/support/service.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { aggregateNewClicks } from '#test/support/stream.ts';
import { permissionsFor, trafficOf } from '#test/support/traffic.ts';

const stack = new SynthesizedStack('dev', emptyBundles());
const { Properties } = stack.only('AWS::IAM::ManagedPolicy');

describe('the policy of operators', () => {
  test('allows the actions of operator commands on the table, its indexes and the secret of the stage only', () => {
    const [onTable, onSecret, listing, ...others] = Properties.PolicyDocument.Statement;
    expect(others).toEqual([]);
    expect(onTable.Action).toEqual(operatorActions.dynamodb.map((action) => `dynamodb:${action}`).toSorted());
    const tables = onTable.Resource.map((resource: object) => stack.describe(resource));
    expect(tables).toHaveLength(1 + Object.keys(indexes).length);
    expect(new Set(tables.map((name: string) => name.split('/')[0])).size).toBe(1);
    expect(onSecret.Action).toEqual(operatorActions.secret.map((action) => `secretsmanager:${action}`));
    expect(stack.behind(onSecret.Resource).Type).toBe('AWS::SecretsManager::Secret');
    expect([listing.Action, listing.Resource]).toEqual(['secretsmanager:ListSecrets', '*']);
    expect(Properties.ManagedPolicyName).toBe('creator-affiliate-dev-operator');
  });

  test('allows every call of the commands that read and write the table', async () => {
    const { brand, admin } = await createBrand('scale');
    const { trackingCode } = await invite(admin);
    const apiKey = await createApiKey(admin);
    await recordOrder(admin, { trackingCode });
    await aggregateNewClicks();
    const email = 'operator-permissions@acme.test';
    const file = join(
      mkdtempSync(join(tmpdir(), 'creator-affiliate-reconciliation-')),
      'reconciliation.jsonl',
    );
    const commands = [
      ['brand', 'create', '--name', 'Bolt', '--email', 'bolt-permissions@acme.test', '--plan', 'growth'],
      ['brand', 'list'],
      ['brand', 'set-terms', '--brand', brand.id, '--hold-days', '3'],
      ['brand', 'reconcile', brand.id],
      ['reconcile', 'all', file],
      ['audit', 'verify', brand.id],
      ['user', 'create', '--brand', brand.id, '--email', email, '--role', 'member'],
      ['user', 'remove', '--email', email],
      ['api-keys', 'list', brand.id],
      ['api-keys', 'revoke', brand.id, apiKey.id],
      ['payout', 'list', brand.id],
      ['payout', 'advance', brand.id],
      ['figures', 'rebuild', '--brand', brand.id],
      ['erasures', 'repeat'],
    ];
    const used = new Set<string>();
    for (const args of commands) {
      const [{ stderr }, { calls }] = await trafficOf(() => operator(args));
      expect([args.join(' '), stderr]).toEqual([args.join(' '), '']);
      for (const permission of permissionsFor(calls)) used.add(permission.split(' of ')[0] ?? '');
    }
    const allowed = operatorActions.dynamodb.filter((action) => action !== 'DescribeTable');
    expect([...used].toSorted()).toEqual(allowed.toSorted());
  });
});
