// All commands there are: parsing and help go over this list.
import { auditCommands } from './audit-commands.ts';
import { brandCommands } from './brand-commands.ts';
import { clickCommands } from './click-commands.ts';
import type { Command } from './command.ts';
import { keyCommands } from './key-commands.ts';
import { payoutCommands } from './payout-commands.ts';
import { termsCommands } from './terms-commands.ts';
import { userCommands } from './user-commands.ts';

export const commands: readonly Command[] = [
  ...brandCommands,
  ...termsCommands,
  ...auditCommands,
  ...payoutCommands,
  ...userCommands,
  ...keyCommands,
  ...clickCommands,
];
