// All commands there are: parsing and help go over this list.
import { brandCommands } from './brand-commands.ts';
import { clickCommands } from './click-commands.ts';
import type { Command } from './command.ts';
import { keyCommands } from './key-commands.ts';
import { userCommands } from './user-commands.ts';

export const commands: readonly Command[] = [
  ...brandCommands,
  ...userCommands,
  ...keyCommands,
  ...clickCommands,
];
