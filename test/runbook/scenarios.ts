// The rehearsal of the runbook, in the sequence in which it runs.
import type { Scenario } from './scenario.ts';
import { deletion } from './scenarios/deletion.ts';
import { edgeStage } from './scenarios/edge.ts';
import { deadLetters, logs, money, statistics } from './scenarios/figures.ts';
import { firstDeployment } from './scenarios/first-deployment.ts';
import { keys, limits, terms, tokens, users } from './scenarios/keys-and-users.ts';
import { backups, restoreOfBrand, restoreOfTable } from './scenarios/recovery.ts';
import { delivery, releases } from './scenarios/releases.ts';

export const scenarios: readonly Scenario[] = [
  firstDeployment,
  tokens,
  logs,
  users,
  terms,
  limits,
  statistics,
  money,
  deadLetters,
  releases,
  restoreOfBrand,
  restoreOfTable,
  backups,
  keys,
  delivery,
  edgeStage,
  deletion,
];

const onGitHub = 'There is no emulator of GitHub';

/** The blocks that cannot be rehearsed, and why. */
export const notRehearsed: Readonly<Record<string, string>> = {
  '3 Delivery with GitHub, step 1': onGitHub,
  '3 Delivery with GitHub, step 3': onGitHub,
  '3 Delivery with GitHub, step 4': onGitHub,
};
