import type { Construct } from 'constructs';
import type { BackgroundFunctions } from '#infra/constructs/dead-letters.ts';
import { LogFunctions } from '#infra/constructs/log-functions.ts';
import { QueueFunctions } from '#infra/constructs/queue-functions.ts';
import { Schedules } from '#infra/constructs/schedules.ts';
import type { SharedResources } from '#infra/constructs/service-function.ts';
import { StreamFunctions } from '#infra/constructs/stream-functions.ts';
import { StageStack } from './stage-stack.ts';

/** The functions behind the stream, the queues, the log and the schedules. */
export class BackgroundStack extends StageStack {
  readonly functions: BackgroundFunctions;

  constructor(scope: Construct, shared: SharedResources) {
    super(scope, shared.stage, 'background');
    const byName = new QueueFunctions(this, 'Queues', { shared }).functions;
    const queues = Object.values(byName);
    const { functions: streams } = new StreamFunctions(this, 'Streams', { shared, queues });
    const clickQueue = byName.storeClicks.queue;
    const { functions: logs } = new LogFunctions(this, 'LogFunctions', { shared, clickQueue });
    const { functions: schedules } = new Schedules(this, 'Schedules', { shared });
    this.functions = { streams, queues, logs, schedules };
  }
}
