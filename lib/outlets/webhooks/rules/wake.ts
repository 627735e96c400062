// Defines the messages that start the worker of an endpoint.
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';

export interface Wake {
  readonly brandId: string;
  readonly endpointId: string;
}

function parseWake(body: string): Wake {
  const { brandId, endpointId }: Partial<Record<keyof Wake, unknown>> = JSON.parse(body);
  if (typeof brandId === 'string' && typeof endpointId === 'string') return { brandId, endpointId };
  throw new Error('A message must have `brandId` and `endpointId`');
}

export const wakesIn = ({ Records: records }: QueueEvent): readonly Wake[] =>
  records.map(({ body }) => parseWake(body));
