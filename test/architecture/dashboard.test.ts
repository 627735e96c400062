// The dashboard of a stage: well formed, of metrics that there are, and of everything that there is.
import { expect, test } from 'vitest';
import { routes } from '#lib/api/routes.ts';
import { routeKeysOf } from '#lib/contract/route.ts';
import { exists, widgetsOf } from '#test/support/metrics.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';

const dev = new SynthesizedStack('dev', emptyBundles());
const widgets = widgetsOf(dev);
const titled = (title: string) => widgets.find((widget) => widget.title.startsWith(title))?.metrics ?? [];

test('is one a stage, and names only metrics that there are', () => {
  const { DashboardName } = dev.only('AWS::CloudWatch::Dashboard').Properties;
  expect(DashboardName).toBe(dev.name);
  const metrics = widgets.flatMap((widget) => widget.metrics);
  expect(metrics.length).toBeGreaterThan(200);
  expect(metrics.filter((metric) => !exists(dev, metric))).toEqual([]);
  for (const { x, width } of widgets) expect(x + width).toBeLessThanOrEqual(24);
});

test('puts into its expressions what is in the same graph', () => {
  for (const { expressions, metrics, title } of widgets) {
    const ids = metrics.flatMap(({ id }) => id ?? []);
    for (const expression of expressions) {
      const groups = [...expression.matchAll(/METRICS\("(\w+)"\)/g)].map(([, prefix]) => prefix ?? '');
      const single = [...expression.replaceAll(/"\w+"/g, '').matchAll(/\b[a-z]\w*/g)].map(([id]) => id);
      expect(groups.length + single.length, title).toBeGreaterThan(0);
      expect(
        groups.filter((prefix) => !ids.some((id) => id.startsWith(prefix))),
        title,
      ).toEqual([]);
      expect(
        single.filter((id) => !ids.includes(id)),
        title,
      ).toEqual([]);
      expect(expression).not.toMatch(/\de-?\d/);
    }
  }
});

test.each(['Requests by route', 'Errors (5xx) by route', 'Latency by route, p50', 'Latency by route, p99'])(
  'shows %s for every route of the contract',
  (title) => {
    const shown = titled(title).map(({ dimensions: { Method, Resource } }) => `${Method} ${Resource}`);
    expect(shown).toEqual(routes.flatMap(routeKeysOf));
  },
);

test('shows every function, and everything that is charged by use', () => {
  const functions = dev.all('AWS::Lambda::Function').map(({ id }) => `\${${id}}`);
  const shown = titled('Duration by function').map(({ dimensions }) => dimensions.FunctionName);
  expect(new Set(shown)).toEqual(new Set(functions));
  const charged = new Set(titled('US dollars').map(({ namespace, name }) => `${namespace} ${name}`));
  expect(charged).toEqual(
    new Set([
      'AWS/ApiGateway Count',
      'AWS/Lambda Invocations',
      'AWS/Lambda Duration',
      'AWS/DynamoDB ConsumedWriteCapacityUnits',
      'AWS/DynamoDB ConsumedReadCapacityUnits',
      'AWS/Logs IncomingBytes',
    ]),
  );
});
