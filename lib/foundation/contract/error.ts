// Defines the bodies of error responses.
import * as z from 'zod';
import { type ErrorCode, errorCodes } from '#lib/foundation/shared/error-codes.ts';

const detail = z
  .strictObject({
    path: z.string().meta({
      description: 'The path of the field, such as `discounts.3.code`. Empty for the body itself.',
    }),
    message: z.string().meta({ description: 'Says what is wrong with the field, and what to send instead.' }),
    values: z
      .array(z.string())
      .optional()
      .meta({ description: 'The ids or suggestions that the message contains.' }),
  })
  .meta({ id: 'ErrorDetail', description: 'A field that an error concerns.' });

const challenge = z.strictObject({
  token: z.string().meta({ description: 'Send it back unchanged.' }),
  difficulty: z.int().meta({
    description:
      'Find a `solution` for which the SHA-256 hash of `<token>.<solution>` begins with at least this many zero bits.',
    example: 22,
  }),
});

// The cast is safe, because `ErrorCode` is the type of these keys.
const codesOf = (codes: Readonly<Record<string, string>>) => Object.keys(codes) as ErrorCode[];

export const errorCode = z.enum(Object.values(errorCodes).flatMap(codesOf)).meta({
  id: 'ErrorCode',
  description: [
    'A stable name of the error. A code never changes, and more codes may be added.',
    ...Object.values(errorCodes)
      .flatMap((codes) => Object.entries(codes))
      .map(([code, meaning]) => `- \`${code}\`: ${meaning}`),
  ].join('\n'),
  example: 'affiliate_exists',
});

export const errorBody = z
  .strictObject({
    statusCode: z.int().meta({ description: 'HTTP status.', example: 401 }),
    message: z.string().meta({ description: 'The problem in words.', example: 'Token expired' }),
    error: z.string().meta({ description: 'Reason phrase of the HTTP status.', example: 'Unauthorized' }),
    code: errorCode,
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
        'Only with the code `login_challenge`. Send `token` and `solution` in the field `challenge` of the login, within ' +
        '15 minutes and once.',
    }),
  })
  .meta({ id: 'ServiceError', description: 'The body of every error of the service.' });

export type ErrorBody = z.output<typeof errorBody>;

/** API Gateway creates these bodies. Their shape is fixed, because HTTP APIs have no response templates. */
export const gatewayErrorBody = z
  .strictObject({ message: z.string().meta({ description: 'The error of API Gateway.' }) })
  .meta({
    id: 'GatewayError',
    description:
      'An error of API Gateway itself. It has no `code`. The header `apigw-requestid` identifies the request. The headers ' +
      '`x-request-id` and `retry-after` are missing.',
  });
