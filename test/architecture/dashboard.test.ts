// Tests that the dashboard of a stage is well formed, complete and uses existing metrics.
import { expect, test } from 'vitest';
import { parseStage } from '#infra/stage.ts';
import { routeKeysOf } from '#lib/foundation/contract/route.ts';
import { routes } from '#lib/surface/api/routes.ts';
import { metricExists, widgetsOf } from '#test/support/metrics.ts';
import { emptyBundles, SynthesizedStack } from '#test/support/stack.ts';
import { withAllSettings } from '#test/support/stages.ts';

const prod = new SynthesizedStack(withAllSettings(parseStage('prod')), emptyBundles());
const widgets = widgetsOf(prod);
const metricsIn = (title: string) => widgets.find((widget) => widget.title.startsWith(title))?.metrics ?? [];

test('each stage has one dashboard, which uses existing metrics only', () => {
  const { DashboardName } = prod.only('AWS::CloudWatch::Dashboard').Properties;
  expect(DashboardName).toBe(prod.name);
  const metrics = widgets.flatMap((widget) => widget.metrics);
  expect(metrics.length).toBeGreaterThan(200);
  expect(metrics.filter((metric) => !metricExists(prod, metric))).toEqual([]);
  for (const { x, width } of widgets) expect(x + width).toBeLessThanOrEqual(24);
});

test('each expression of a graph uses only metrics of the same graph', () => {
  expect(widgets.flatMap(({ expressions }) => expressions).length).toBeGreaterThan(10);
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
  'the dashboard graph "%s" shows every route',
  (title) => {
    const shown = metricsIn(title).map(({ dimensions: { Method, Resource } }) => `${Method} ${Resource}`);
    expect(shown).toEqual(routes.flatMap(routeKeysOf));
  },
);

test('a stage without the metrics of all routes has no graphs by route, because their metrics do not exist', () => {
  const titles = widgetsOf(new SynthesizedStack('prod', emptyBundles())).map(({ title }) => title);
  expect(titles.filter((title) => title.includes('by route'))).toEqual([]);
  expect(titles.length).toBe(widgets.length - 4);
});

test('the dashboard shows every function and every metric that AWS charges for', () => {
  const functions = prod.all('AWS::Lambda::Function').map(({ Properties }) => Properties.FunctionName);
  const shown = metricsIn('Duration by function').map(({ dimensions }) => dimensions.FunctionName);
  expect(new Set(shown)).toEqual(new Set(functions));
  const charged = new Set(metricsIn('US dollars').map(({ namespace, name }) => `${namespace} ${name}`));
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
