// The entry of prod in infra/stage.ts, which the runbook changes.
import type { ActionStep } from '../rehearsal.ts';

const file = 'infra/stage.ts';
/** Settings are added after this line. */
export const pinned = "    region: 'eu-central-1',\n";

const lineOf = (setting: string): string => `    ${setting},\n`;

/** `setting` is source text, such as `readOnly: true`. */
export const addSetting = (does: string, settingOf: (facts: Map<string, string>) => string): ActionStep => ({
  does,
  work: async ({ checkout, facts }) =>
    checkout.edit({ file, before: pinned, after: `${pinned}${lineOf(settingOf(facts))}` }),
});

export const removeSetting = (
  does: string,
  settingOf: (facts: Map<string, string>) => string,
): ActionStep => ({
  does,
  work: async ({ checkout, facts }) => checkout.edit({ file, before: lineOf(settingOf(facts)), after: '' }),
});
