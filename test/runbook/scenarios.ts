// The rehearsal of the runbook, in the sequence in which it runs.
import type { Scenario } from './rehearsal.ts';
import { deadLetters } from './scenarios/dead-letters.ts';
import { deletion } from './scenarios/deletion.ts';
import { edgeStage } from './scenarios/edge.ts';
import { firstDeployment } from './scenarios/first-deployment.ts';
import { logs } from './scenarios/logs.ts';
import { backups, restoreOfBrand, restoreOfTable } from './scenarios/recovery.ts';
import { delivery, releases } from './scenarios/releases.ts';
import { payouts, schedules } from './scenarios/schedules-and-payouts.ts';
import { signingKeys } from './scenarios/signing-keys.ts';
import { statistics } from './scenarios/statistics.ts';
import { apiKeys, limits, terms, tokens, users } from './scenarios/users-and-brands.ts';

/** Some scenarios need the effects of earlier ones. Nobody can log in for some minutes after a key is revoked, so signing keys come late. */
export const scenarios: readonly Scenario[] = [
  firstDeployment,
  tokens,
  apiKeys,
  logs,
  users,
  terms,
  limits,
  statistics,
  schedules,
  payouts,
  deadLetters,
  releases,
  restoreOfBrand,
  restoreOfTable,
  backups,
  signingKeys,
  delivery,
  edgeStage,
  deletion,
];

const onGitHub = 'There is no emulator of GitHub';

/** The blocks that cannot be rehearsed, and why. */
export const notRehearsed: Readonly<Record<string, string>> = {
  'Delivery with GitHub, step 1': onGitHub,
  'Delivery with GitHub, step 3': onGitHub,
  'Delivery with GitHub, step 4': onGitHub,
};
