// Defines the bodies of error responses.
import * as z from 'zod';
import { errorNames } from '#lib/shared/error-names.ts';

const codes = Object.entries(errorNames).map(([name, meaning]) => `- \`${name}\`: ${meaning}`);

const detail = z.lazy(() =>
  z.strictObject({
    path: z.string(),
    message: z.string(),
    values: z
      .array(z.string())
      .optional()
      .meta({ description: 'The ids or suggestions that the message contains.' }),
  }),
);

const challenge = z.lazy(() =>
  z.strictObject({
    token: z.string().meta({ description: 'Send it back unchanged.' }),
    difficulty: z.int().meta({
      description:
        'Find a `solution` for which the SHA-256 hash of `<token>.<solution>` begins with at least this many zero bits.',
      example: 22,
    }),
  }),
);

export const errorBody = z.lazy(() =>
  z
    .strictObject({
      statusCode: z.int().meta({ description: 'HTTP status.', example: 401 }),
      message: z.string().meta({ description: 'What is wrong.', example: 'Token expired' }),
      error: z.string().meta({ description: 'Reason phrase of the HTTP status.', example: 'Unauthorized' }),
      code: z
        .string()
        .optional()
        .meta({
          description: [
            'A stable name of the error, if clients can react to it. More names may be added.',
            ...codes,
          ].join('\n'),
          example: 'affiliateExists',
        }),
      details: z
        .array(detail)
        .optional()
        .meta({
          description:
            'One entry for each invalid field of a 400, and for each field that a `code` concerns. The path of the body itself ' +
            'is empty.',
        }),
      challenge: challenge.optional().meta({
        description:
          'Only with the code `loginChallenge`. Send `token` and `solution` in the field `challenge` of the login, within 15 minutes ' +
          'and once.',
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
