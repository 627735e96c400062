// Defines the bodies of error responses.
import * as z from 'zod';

export const errorBody = z.lazy(() =>
  z
    .strictObject({
      statusCode: z.int().meta({ description: 'HTTP status.', example: 401 }),
      message: z.string().meta({ description: 'What is wrong.', example: 'Token expired' }),
      error: z.string().meta({ description: 'Reason phrase of the HTTP status.', example: 'Unauthorized' }),
      details: z
        .array(z.strictObject({ path: z.string(), message: z.string() }))
        .optional()
        .meta({
          description:
            'Only in a 400: one entry for each invalid field. The path of the body itself is empty.',
        }),
    })
    .meta({ id: 'Error' }),
);

export type ErrorBody = z.output<typeof errorBody>;

/** API Gateway creates these bodies. Their shape is fixed, because HTTP APIs have no response templates. */
export const gatewayErrorBody = z.lazy(() =>
  z.strictObject({ message: z.string() }).meta({
    id: 'GatewayError',
    description:
      'An error of API Gateway itself. The header `apigw-requestid` identifies the request. The headers `x-request-id` and ' +
      '`retry-after` are missing.',
  }),
);
