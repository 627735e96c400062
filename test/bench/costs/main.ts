// Prints what a stage costs, and what it uses of the limits of AWS: `npm run costs`. The units of DynamoDB are counted on a database engine, the resources in the template of
// prod. The time of a function is an assumption, because this machine is not Lambda. List prices are those of infra/constructs/costs.ts.
import { listPrices } from '#infra/constructs/costs.ts';
import { parseStage } from '#infra/stage.ts';
import { onAnEngine } from '#test/bench/on-an-engine.ts';
import { headroomsOf, roomForEndpoints } from '#test/support/headrooms.ts';
import type { Json } from '#test/support/json.ts';
import { emptyBundles, SynthesizedStack, templatesOf } from '#test/support/stack.ts';
import { withEdge } from '#test/support/stages.ts';
import type { Units } from '../meter.ts';

/**
 * Of a function with 512 MB. The link takes a fifth of the CPU time of the others (docs/performance.md). A batch of one click makes two
 * calls to the table, one after the other.
 */
const milliseconds = { request: 60, link: 12, batch: 150, loneClick: 25, brandOfSchedule: 20 };
/** At 50 million clicks in a month, a batch of 2 seconds of one of four shards has 10 clicks. Those of small brands are of as many brands. */
const brandsPerBatch = 10;
const hoursPerMonth = 730;
const million = 1_000_000;

/** US dollars in a month. https://aws.amazon.com/cloudwatch/pricing, /kms/pricing, /secrets-manager/pricing, /waf/pricing */
const monthly = { alarmMetric: 0.1, dashboard: 3, key: 1, secret: 0.4, metric: 0.3, webAcl: 5, rule: 1 };
/** US dollars for a request by HTTPS from North America or Europe. https://aws.amazon.com/cloudfront/pricing, /waf/pricing */
const ofEdge = { cloudFrontRequest: 1e-6, wafRequest: 0.6e-6 };
/** An HTTP API writes these metrics for each route: Count, Latency, IntegrationLatency, 4xx, 5xx, DataProcessed. */
const metricsPerRoute = 6;
/** Lambda writes these metrics of EventCount for a stream: polled, filtered out, invoked, failed, dropped and delivered to the dead letters. */
const metricsPerEventSource = 6;

/** Lambda polls each queue with five connections, which wait for 20 seconds. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const pollsPerHour = (5 * 3600) / 20;
/** US dollars for a request of a standard queue. https://aws.amazon.com/sqs/pricing */
const queueRequest = 0.4e-6;
/** A message is sent, received and deleted, and invokes its function. */
const ofMessage = 3 * queueRequest + listPrices.lambdaCall;

const ofTable = ({ reads, writes }: Units): number =>
  reads * listPrices.readUnit + writes * listPrices.writeUnit;
const ofCall = (time: number): number =>
  listPrices.lambdaCall + (time / 1000) * 0.5 * listPrices.lambdaGigabyteSecond;
const ofRequest = (units: Units, time = milliseconds.request): number =>
  listPrices.httpApiRequest + ofCall(time) + ofTable(units);

interface Row {
  readonly name: string;
  readonly units: Units | undefined;
  readonly dollars: number;
}

const row = ({ name, units, dollars }: Row): string =>
  `| ${[name, units?.reads.toFixed(1) ?? '', units?.writes.toFixed(1) ?? '', dollars.toFixed(2)].join(' | ')} |`;

const prod = new SynthesizedStack(parseStage('prod'), emptyBundles());

function idleStage(): Row {
  const metricsOf = (alarm: {
    readonly Properties: { readonly Metrics?: readonly { readonly MetricStat?: object }[] };
  }) => alarm.Properties.Metrics?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1;
  const alarms = prod.all('AWS::CloudWatch::Alarm').reduce((sum, alarm) => sum + metricsOf(alarm), 0);
  const dollars =
    alarms * monthly.alarmMetric +
    prod.all('AWS::CloudWatch::Dashboard').length * monthly.dashboard +
    prod.all('AWS::KMS::Key').length * monthly.key +
    prod.all('AWS::SecretsManager::Secret').length * monthly.secret;
  return {
    name: `an idle stage: ${alarms} metrics of alarms, the dashboard, a key, a secret`,
    units: undefined,
    dollars,
  };
}

function queueRows(): readonly Row[] {
  const queues = prod
    .all('AWS::Lambda::EventSourceMapping')
    .filter(({ Properties }) => Properties.ScalingConfig !== undefined).length;
  return [
    {
      name: `polls of ${queues} idle queues for a month`,
      units: undefined,
      dollars: queues * pollsPerHour * hoursPerMonth * queueRequest,
    },
    {
      name: 'a million messages of e-mails, exports, payouts or erasures, without their work',
      units: undefined,
      dollars: million * ofMessage,
    },
  ];
}

function detailedMetrics(routes: number): Row {
  const eventSources = prod
    .all('AWS::Lambda::EventSourceMapping')
    .filter(({ Properties }) => Properties.MetricsConfig !== undefined).length;
  return {
    name: `detailed metrics of ${routes} routes and ${eventSources} streams, if all are used in each hour`,
    units: undefined,
    dollars: (routes * metricsPerRoute + eventSources * metricsPerEventSource) * monthly.metric,
  };
}

/** What a stage costs in addition if it has the setting `edge`. */
function edgeRows(): readonly Row[] {
  const secrets = (of: SynthesizedStack): number => of.all('AWS::SecretsManager::Secret').length;
  const stage = withEdge(parseStage('prod'));
  const behindEdge = new SynthesizedStack(stage, emptyBundles());
  const edgeStack = templatesOf(stage, emptyBundles())[`${prod.name}-edge`];
  const rules = Object.values<Json>(edgeStack.Resources)
    .filter(({ Type }) => Type === 'AWS::WAFv2::WebACL')
    .reduce((sum, { Properties }) => sum + Properties.Rules.length, 0);
  const more = secrets(behindEdge) - secrets(prod);
  return [
    {
      name: `in addition with \`edge\`: the web ACL with ${rules} rules, ${more} secrets`,
      units: undefined,
      dollars: monthly.webAcl + rules * monthly.rule + more * monthly.secret,
    },
    {
      name: 'in addition with `edge`: a million requests of CloudFront and AWS WAF',
      units: undefined,
      dollars: million * (ofEdge.cloudFrontRequest + ofEdge.wafRequest),
    },
  ];
}

/** Lists how much of the limits of AWS a stage with `edge` uses. */
function headroomRows(): readonly string[] {
  const stage = withEdge(parseStage('prod'));
  return [
    '',
    `There is room for ${roomForEndpoints(stage)} more endpoints.`,
    '',
    '| What | Used | Limit of AWS | Share | Allowed share |',
    '|---|---|---|---|---|',
    ...headroomsOf(stage).map(({ what, used, limit, share }) => {
      const percent = (part: number) => `${Math.round(part * 100)}%`;
      return `| ${[what, used, limit, percent(used / limit), percent(share)].join(' | ')} |`;
    }),
  ];
}

async function measure(): Promise<readonly Row[]> {
  const { plus, scaled, unitsOf } = await import('../meter.ts');
  const creations = await import('#test/support/creations.ts');
  const { createBrand, send } = await import('#test/support/service.ts');
  const { aggregate, continueWork, newChanges } = await import('#test/support/stream.ts');
  const { useClock } = await import('#lib/foundation/shared/clock.ts');
  const { handler: approveDue } = await import('#functions/schedules/approve-due.ts');
  const { handler: digestAudit } = await import('#functions/schedules/digest-audit.ts');
  const { admin: token } = await createBrand('scale');
  const campaign = await creations.createCampaign(token, {
    status: 'active',
    landingUrl: 'https://acme.test/',
  });
  const creators = await Promise.all(
    Array.from({ length: 10 }, () => creations.inviteActive(token, { campaignIds: [campaign.id] })),
  );
  const [creator] = creators;
  if (creator === undefined) throw new Error('There is no creator');
  const discount = await creations.createDiscount(token, creator.id, { campaignId: campaign.id });

  /** The stream functions, until they cause no further changes. */
  const drain = async (): Promise<void> => {
    for (let batches = await newChanges(); batches.length > 0; batches = await newChanges()) {
      for (const batch of batches) {
        await aggregate(batch);
        await continueWork(batch);
      }
    }
  };
  const follow = (nth: number) =>
    send('GET', `/tracking/ref/${creators[nth % creators.length]?.trackingCode}`, {
      headers: {
        'user-agent': `Mozilla/5.0 (X11; visitor ${nth}) Firefox/140.0`,
        referer: `https://www.site-${Math.floor(50 * ((nth % 97) / 97) ** 3)}.example/`,
      },
      sourceIp: `203.0.${Math.floor(nth / 250) % 250}.${nth % 250}`,
    });
  await follow(0);
  await drain();

  let next = 0;
  const order = (more: object) => {
    next += 1;
    return creations.recordOrder(token, { orderId: `order-${next}`, amount: 50, ...more });
  };
  const orders = 50;
  const ordersOf = async (name: string, fields: object): Promise<Row> => {
    await order(fields);
    await drain();
    const requests = await unitsOf(async () => {
      for (let nth = 0; nth < orders; nth += 1) await order(fields);
    }, orders);
    const stream = await unitsOf(drain, orders);
    const units = plus(requests, stream);
    const dollars = million * (ofRequest(units) + (2 * ofCall(milliseconds.batch)) / orders);
    return { name: `a million orders ${name}`, units, dollars };
  };

  const clicks = 2000;
  const fullBatches = async (): Promise<Row> => {
    const requests = await unitsOf(async () => {
      for (let nth = 1; nth <= clicks; nth += 1) await follow(nth);
    }, clicks);
    const units = plus(requests, await unitsOf(drain, clicks));
    const dollars = million * (ofRequest(units, milliseconds.link) + ofCall(milliseconds.batch) / clicks);
    return { name: `a million clicks in batches of ${clicks}`, units, dollars };
  };
  /** Seven clicks per hour of ten creators over four days, each alone in its batch. Returns one row for each share of an invocation. */
  const clicksOfSmallBrand = async (): Promise<readonly Row[]> => {
    const clicksPerHour = 7;
    const lonely = 4 * 24 * clicksPerHour;
    const begin = Date.now();
    const units = await unitsOf(async () => {
      for (let nth = 0; nth < lonely; nth += 1) {
        const at = new Date(begin + (nth * 3_600_000) / clicksPerHour);
        useClock({ now: () => at });
        await follow(10_000 + nth);
        await drain();
      }
    }, lonely);
    useClock();
    const rowOf = (name: string, invocation: number): Row => ({
      name: `a million clicks of brands with ${clicksPerHour} clicks per hour and ten creators, ${name}`,
      units,
      dollars: million * (ofRequest(units, milliseconds.link) + invocation),
    });
    return [
      rowOf(`${brandsPerBatch} brands in a batch`, ofCall(milliseconds.batch) / brandsPerBatch),
      rowOf('each click alone in its batch', ofCall(milliseconds.loneClick)),
    ];
  };

  const reads = async (name: string, path: string): Promise<Row> => {
    const units = await unitsOf(() => send('GET', path, { token }));
    return { name: `a million reads: ${name}`, units, dollars: million * ofRequest(units) };
  };

  const idleBrands = async (): Promise<Row> => {
    const brands = 20;
    await Promise.all(Array.from({ length: brands }, () => createBrand('growth')));
    await drain();
    const context = { getRemainingTimeInMillis: () => 900_000 };
    await approveDue(undefined, context);
    await digestAudit(undefined, context);
    const each = await unitsOf(async () => {
      await approveDue(undefined, context);
      await digestAudit(undefined, context);
    }, brands + 1);
    const units = scaled(each, 10_000 * hoursPerMonth);
    const calls =
      10_000 * hoursPerMonth * (milliseconds.brandOfSchedule / 1000) * 0.5 * listPrices.lambdaGigabyteSecond;
    const name = '10,000 idle brands for a month (units: one brand in an hour)';
    return { name, units: each, dollars: ofTable(units) + calls };
  };

  return [
    await ordersOf('without a creator', {}),
    await ordersOf('with a tracking code', { trackingCode: creator.trackingCode }),
    await ordersOf('with a discount code and a tracking code', {
      trackingCode: creator.trackingCode,
      discountCode: discount.code,
    }),
    await fullBatches(),
    ...(await clicksOfSmallBrand()),
    await reads('a creator', `/affiliates/${creator.id}`),
    await reads('a page of 25 orders', '/conversions'),
    await reads(
      'a report of a month',
      '/reports/performance?groupBy=affiliate&from=2026-11-01&to=2026-11-30',
    ),
    await idleBrands(),
  ];
}

await onAnEngine(async () => {
  const routes = (await import('#lib/surface/api/routes.ts')).routes.length;
  const rows = [idleStage(), ...queueRows(), detailedMetrics(routes), ...edgeRows(), ...(await measure())];
  process.stdout.write(
    `${[
      '| What | Read units of each | Write units of each | US dollars |',
      '|---|---|---|---|',
      ...rows.map(row),
      ...headroomRows(),
    ].join('\n')}\n`,
  );
});
