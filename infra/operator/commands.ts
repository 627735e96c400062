import { apiKeyCommands } from './api-key-commands.ts';
import { brandCommands } from './brand-commands.ts';
import { clickCommands } from './click-commands.ts';
import type { CommandGroup } from './command.ts';
import { erasureCommands } from './erasure-commands.ts';
import { figureCommands } from './figure-commands.ts';
import { keyCommands } from './key-commands.ts';
import { payoutCommands } from './payout-commands.ts';
import { reconcileAllCommands } from './reconcile-all.ts';
import { reconcileCommands } from './reconcile-commands.ts';
import { restoreCommands } from './restore-commands.ts';
import { termsCommands } from './terms-commands.ts';
import { trailCommands } from './trail-commands.ts';
import { userCommands } from './user-commands.ts';

export const commandGroups: readonly CommandGroup[] = [
  {
    name: 'brand',
    summary: 'Create brands, change their plan, status and terms, reconcile their money, and restore them',
    commands: [...brandCommands, ...termsCommands, ...reconcileCommands, ...restoreCommands],
  },
  {
    name: 'payout',
    summary: 'List payouts, complete unfinished ones, and mark them as paid',
    commands: payoutCommands,
  },
  {
    name: 'user',
    summary: 'Add and remove users of a brand, and change their role or password',
    commands: userCommands,
  },
  {
    name: 'api-keys',
    summary: 'List and revoke the API keys of a brand',
    commands: apiKeyCommands,
  },
  {
    name: 'reconcile',
    summary: 'Reconcile the money of all brands',
    commands: reconcileAllCommands,
  },
  {
    name: 'audit',
    summary: 'Verify the audit trail of a brand',
    commands: trailCommands,
  },
  {
    name: 'keys',
    summary: 'List, rotate and revoke the keys that sign access tokens',
    commands: keyCommands,
  },
  {
    name: 'clicks',
    summary: 'Store clicks from the log',
    commands: clickCommands,
  },
  {
    name: 'figures',
    summary: 'Recalculate the figures of statistics and reports',
    commands: figureCommands,
  },
  {
    name: 'erasures',
    summary: 'Repeat erasures of personal data that were lost or do not proceed',
    commands: erasureCommands,
  },
];
