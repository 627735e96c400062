// Measures the CPU time of statistics over full journals of clicks: `npm run bench:journals`.
import { packDeltas, unpackDeltas } from '#lib/click-statistics/rules/journal/delta-bytes.ts';
import { hoursOfDeltas } from '#lib/click-statistics/rules/journal/figures.ts';
import { scopeOf } from '#lib/click-statistics/rules/rollups/scopes.ts';
import { totalsOf } from '#lib/click-statistics/rules/rollups/totals.ts';
import { journalLimits } from '#lib/click-statistics/store/journal-limits.ts';
import { formatHour, parseHour } from '#lib/shared/time-zones.ts';
import type { ClickDelta } from '#lib/tracking/rules/verdicts.ts';

const brandId = 'brd_01JD0000000000000000000000';
const year = { from: parseHour('2025-01-01T00'), to: parseHour('2026-01-01T00') };
const rounds = 9;
const hoursOfMonth = 28 * 24;
/** About so many changes fit into a segment. */
const perSegment = 180;

function changesOf(month: number): readonly ClickDelta[] {
  const first = parseHour(`2025-${String(month).padStart(2, '0')}-01T00`);
  return Array.from(
    { length: journalLimits.changes },
    (_, nth): ClickDelta => ({
      ...{ brandId, affiliateId: `aff_${nth % 10}`, campaignId: null },
      hour: formatHour(first + Math.floor((nth * hoursOfMonth) / journalLimits.changes)),
      ...{ clicks: 1, uniqueClicks: 1, firstInCampaign: 1, filtered: {} },
      ...{
        country: ['DE', 'US', 'FR'][nth % 3] ?? null,
        device: 'mobile',
        referrerHost: `host-${nth % 40}.test`,
      },
      visitor: `visitor ${nth}`,
    }),
  );
}

function segmentsOf(month: number) {
  const changes = changesOf(month);
  const count = Math.ceil(changes.length / perSegment);
  return Array.from({ length: count }, (_, nth) =>
    packDeltas(changes.slice(nth * perSegment, (nth + 1) * perSegment)),
  );
}

/** Returns the CPU time in milliseconds of a read, without its calls to the table. */
function timeOf(journals: readonly ReturnType<typeof segmentsOf>[]): number {
  const before = process.cpuUsage();
  const scope = scopeOf(brandId, {});
  for (const segments of journals) {
    const changes = segments.flatMap((segment) => unpackDeltas(brandId, segment));
    hoursOfDeltas(scope, changes, year, undefined);
    totalsOf(scope, changes);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const journals = Array.from({ length: 12 }, (_, index) => segmentsOf(index + 1));
for (const months of [12, 1]) {
  const times = Array.from({ length: rounds }, () => timeOf(journals.slice(0, months)));
  const [first = 0] = times;
  const median = times.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0;
  process.stdout.write(
    `${months} full journals: ${first.toFixed(0)} ms of CPU time in the first read, ${median.toFixed(0)} ms at the median of ${rounds}\n`,
  );
}
