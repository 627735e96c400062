import * as z from 'zod';
import { sumOf, type Tally } from '#lib/care/recovery/rules/tally.ts';
import type { Restore } from '#lib/care/recovery/store/pairs.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';
import { type CommandResult, command, type Domains, option } from './command.ts';
import { brandOption } from './options.ts';
import { acceptsChanges, requireReadOnly } from './read-only-stage.ts';
import { openRestore, saveRestore } from './restore-progress.ts';
import { facts, table } from './text.ts';

const headings = ['items', 'put', 'changed', 'deleted', 'same', 'changed meanwhile', 'code taken'];
const millisecondsBetweenReports = 10_000;

const rowsOf = (tally: Tally): readonly (readonly string[])[] =>
  Object.entries(tally)
    .toSorted()
    .map(([kind, { put, changed, deleted, same, stale, taken }]) => [
      kind,
      ...[put, changed, deleted, same, stale, taken].map(String),
    ]);

/** The functions behind the API must not change the brand meanwhile. */
async function requireNoOtherChanges({ stage }: Domains, apiUrl: string | undefined): Promise<void> {
  if (stage.isLocal) return;
  if (!stage.isReadOnly) throw acceptsChanges('its settings have no readOnly');
  if (apiUrl === undefined)
    throw new OperatorError(
      'invalid',
      'brand restore --apply yes needs --api-url <url>, the output ApiUrl of the stage, which must be read-only',
    );
  await requireReadOnly(apiUrl);
}

/** Writes to stderr, because stdout has the result. */
function reporter(): (tally: Tally) => void {
  let reported = performance.now();
  return (tally) => {
    if (performance.now() - reported < millisecondsBetweenReports) return;
    reported = performance.now();
    const [put, changed, deleted, same] = (['put', 'changed', 'deleted', 'same'] as const).map((one) =>
      sumOf(tally, one),
    );
    process.stderr.write(`${put} put, ${changed} changed, ${deleted} deleted, ${same} unchanged\n`);
  };
}

const nextSteps = ({ brandId, fromTable }: Restore): string =>
  `Next: wait until aggregate-clicks has processed the changes, run figures rebuild ${brandId} and brand reconcile ${brandId}, and delete the ` +
  `table ${fromTable}`;

function resultOf(restored: Restore, name: string): CommandResult {
  const { brandId, fromTable, isDryRun, tally, payouts } = restored;
  const [stale, taken] = [sumOf(tally, 'stale'), sumOf(tally, 'taken')];
  const changes = (['put', 'changed', 'deleted'] as const).reduce((sum, one) => sum + sumOf(tally, one), 0);
  const summary = facts(`${name}: ${changes} items ${isDryRun ? 'would change' : 'have changed'}`, [
    ['restored table', fromTable],
    ['changed meanwhile', String(stale)],
    ['tracking codes taken', String(taken)],
  ]);
  const payoutRows = payouts.map(({ id, was, becomes }) => [id, was, becomes ?? 'deleted']);
  return {
    data: { brandId, fromTable, isDryRun, changes, stale, taken, items: tally, payouts },
    text: [
      summary,
      table(headings, rowsOf(tally), 'No items'),
      ...(payouts.length === 0 ? [] : [table(['payout', 'now', 'restored'], payoutRows, '')]),
      ...(stale === 0 ? [] : ['Repeat the command: items have changed while it ran']),
      ...(isDryRun ? [] : [nextSteps(restored)]),
    ].join('\n\n'),
    hasFailed: stale > 0,
  };
}

const restore = command({
  name: 'brand restore',
  summary:
    'Bring a brand back to the state of an earlier time. Without --apply yes, only lists what would change; a repeated command ' +
    'continues an interrupted one',
  options: {
    brand: brandOption,
    at: option(
      z.iso
        .datetime('Must be a time such as 2026-11-21T09:59:00Z')
        .transform((text) => new Date(text))
        .optional(),
      'time',
      'Restores the table to this time first, into a table beside it',
    ),
    fromTable: option(
      z.string().min(3).optional(),
      'name',
      'Instead of --at: a table that is already restored, for example from a backup, in the same account and region',
    ),
    apply: option(z.literal('yes').optional(), 'yes', 'Changes the live table, on a stage that is read-only'),
    apiUrl: option(
      z.url('Must be the output ApiUrl of the stage').optional(),
      'url',
      'With --apply yes on a deployed stage: its output ApiUrl, which must refuse changes',
    ),
    progress: option(
      z.string().min(1).optional(),
      'file',
      'File that remembers the progress for 5 minutes, so that a repeated command continues; defaults to restore-<brand>.json',
    ),
  },
  positional: ['brand'],
  examples: [
    '--brand brd_01JD0000000000000000000000 --at 2026-11-21T09:59:00Z',
    '--brand brd_01JD0000000000000000000000 --at 2026-11-21T09:59:00Z --apply yes --api-url https://api.example.com/v1',
    '--brand brd_01JD0000000000000000000000 --from-table creator-affiliate-prod-20261121',
  ],
  check: ({ at, fromTable }) =>
    (at === undefined) === (fromTable === undefined)
      ? 'needs either --at <time> or --from-table <name>'
      : undefined,
  action: async ({ brand: brandId, at, fromTable: existing = '', apply, apiUrl, progress }, domains) => {
    const isDryRun = apply === undefined;
    if (!isDryRun) await requireNoOtherChanges(domains, apiUrl);
    const { name } = await domains.getBrand(brandId);
    const fromTable = at === undefined ? existing : await domains.restoreTable(at);
    // The restore of the table can take hours.
    if (!isDryRun) await requireNoOtherChanges(domains, apiUrl);
    const file = progress ?? `restore-${brandId}.json`;
    const { phase, after, tally } = isDryRun
      ? { phase: 'source' as const, after: undefined, tally: {} }
      : openRestore(file, { brandId, fromTable, now: domains.now() });
    const report = reporter();
    const run: Restore = {
      ...{ brandId, fromTable, isDryRun, tally, payouts: [], position: { phase, after } },
      now: domains.now(),
      onProgress: (position) => {
        report(tally);
        if (!isDryRun)
          saveRestore(file, { brandId, fromTable, tally, savedAt: domains.now().toISOString(), ...position });
      },
    };
    await domains.recovery.restoreBrand(run);
    return resultOf(run, name);
  },
});

export const restoreCommands = [restore] as const;
