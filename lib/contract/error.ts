// The body of every refusal.
import * as z from 'zod';

export const errorBody = z.lazy(() =>
  z
    .strictObject({
      statusCode: z.int(),
      message: z.string(),
      error: z.string().meta({ description: 'The reason phrase of the status', example: 'Unauthorized' }),
      details: z
        .array(z.strictObject({ path: z.string(), message: z.string() }))
        .optional()
        .meta({ description: 'For a 400: each field that was refused' }),
    })
    .meta({ id: 'Error' }),
);

export type ErrorBody = z.output<typeof errorBody>;

/** What the gateway says where it does not ask the service. Nobody can make it say more: an HTTP API has no templates. */
export const gatewayErrorBody = z.lazy(() =>
  z.strictObject({ message: z.string() }).meta({
    id: 'GatewayError',
    description:
      'Said by the gateway itself, in place of the service: its answer is named by `apigw-requestid`, has no ' +
      '`x-request-id` and no `retry-after`',
  }),
);
