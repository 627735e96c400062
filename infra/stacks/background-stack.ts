import { Construct } from 'constructs';
import { type BackgroundFunctions, createEach } from '#infra/constructs/dead-letters.ts';
import { addLogFunction } from '#infra/constructs/log-functions.ts';
import { logFunctions } from '#infra/constructs/log-sources.ts';
import { addQueueFunction } from '#infra/constructs/queue-functions.ts';
import { queueFunctions } from '#infra/constructs/queue-sources.ts';
import { scheduledFunctions } from '#infra/constructs/schedule-sources.ts';
import { addSchedule } from '#infra/constructs/schedules.ts';
import type { SharedResources } from '#infra/constructs/service-function.ts';
import { addStreamFunction } from '#infra/constructs/stream-functions.ts';
import { streamFunctions } from '#infra/constructs/stream-sources.ts';
import { StageStack } from './stage-stack.ts';

/** The functions behind the stream, the queues, the log and the schedules. */
export class BackgroundStack extends StageStack {
  readonly functions: BackgroundFunctions;

  constructor(scope: Construct, shared: SharedResources) {
    super(scope, shared.stage, 'background');
    const byName = createEach(new Construct(this, 'Queues'), queueFunctions, (...own) =>
      addQueueFunction(...own, shared),
    );
    const queues = Object.values(byName);
    const clickQueue = byName.storeClicks.queue;
    const streams = createEach(new Construct(this, 'Streams'), streamFunctions, (...own) =>
      addStreamFunction(...own, { shared, queues }),
    );
    const logs = createEach(new Construct(this, 'LogFunctions'), logFunctions, (...own) =>
      addLogFunction(...own, { shared, clickQueue }),
    );
    const schedules = createEach(new Construct(this, 'Schedules'), scheduledFunctions, (...own) =>
      addSchedule(...own, shared),
    );
    this.functions = {
      queues,
      streams: Object.values(streams),
      logs: Object.values(logs),
      schedules: Object.values(schedules),
    };
  }
}
