// Prints what a stage costs in a month, and what it uses of the limits of AWS: `npm run costs`. The units of DynamoDB, the bytes of the log and
// those of the table are counted on a database engine, the resources in the template of prod. The time of a function is an assumption, because
// this machine is not Lambda. Data that leaves AWS is not included.
import { sum } from '#lib/foundation/shared/sum.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import { type CostRow, hoursPerMonth, monthOf } from './month.ts';
import { additionalRows, headroomLines, idleRows, metricRows, prod } from './stage.ts';

/** Of a hundred clicks, one causes an order. */
const ordersPerClick = 0.01;

const lineOf = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const dollars = (amount: number): string => amount.toFixed(2);
const dollarsOf = (rows: readonly CostRow[]): number => sum(rows.map((row) => row.dollars));

const tableOf = (rows: readonly CostRow[]): readonly string[] => [
  lineOf('What', 'Quantity', 'US dollars'),
  '|---|---|---|',
  ...rows.map((row) => lineOf(row.name, row.quantity, dollars(row.dollars))),
];

const monthLines = (title: string, rows: readonly CostRow[]): readonly string[] => [
  '',
  `${title}:`,
  '',
  ...tableOf([...rows, { name: 'total', quantity: '', dollars: dollarsOf(rows) }]),
];

await onAnEngine(
  async () => {
    // Modules of the service read the environment when they load.
    const { measure } = await import('./measure.ts');
    const { clicksPerBatch, clicksPerHour, clickOfBatch, loneClick, loneOrder, rows } = await measure();
    const idle = { name: 'the idle stage', quantity: '', dollars: dollarsOf(idleRows()) };
    const smallClicks = clicksPerHour * hoursPerMonth;
    const largeClicks = 50_000_000;
    const month = (clicks: number, click: typeof loneClick) => [
      idle,
      ...metricRows(),
      ...monthOf(
        [
          { ...click, count: clicks },
          { ...loneOrder, count: clicks * ordersPerClick },
        ],
        prod,
      ),
    ];
    const lines = [
      ...monthLines('A month of an idle stage', idleRows()),
      ...monthLines(
        `A month of a small brand alone (${clicksPerHour} clicks per hour, ${Math.round(smallClicks * ordersPerClick)} orders)`,
        month(smallClicks, loneClick),
      ),
      ...monthLines(
        `A month with 50 million clicks of ${clicksPerBatch} brands, and 500,000 orders`,
        month(largeClicks, clickOfBatch),
      ),
      '',
      'Settings that are off by default, in a month:',
      '',
      ...tableOf(additionalRows()),
      '',
      'Single activities:',
      '',
      lineOf('What', 'Read units of each', 'Write units of each', 'US dollars'),
      '|---|---|---|---|',
      ...rows.map(({ name, units, dollars: amount }) =>
        lineOf(name, units.reads.toFixed(1), units.writes.toFixed(1), dollars(amount)),
      ),
      ...headroomLines(),
    ];
    process.stdout.write(`${lines.join('\n').trimStart()}\n`);
  },
  {
    LOG_LEVEL: 'INFO',
    METRICS: 'on',
    _X_AMZN_TRACE_ID: 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=0',
  },
);
