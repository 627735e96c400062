// Defines the input and the responses of the domain of a brand's links.
import * as z from 'zod';
import { instant } from '#lib/foundation/shared/date-schemas.ts';

const hostName = /^(?=.{4,240}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const domain = z.string().meta({ description: 'The host name of the links.', example: 'go.acme.com' });

export const linkDomainInput = z
  .strictObject({
    domain: domain.regex(hostName, 'Must be a host name in lower-case letters, such as go.acme.com'),
  })
  .meta({ id: 'LinkDomainInput', description: 'The domain of the links of the brand.' });

const record = z
  .object({
    type: z.literal('TXT'),
    name: z.string().meta({ description: 'The name of the DNS record.', example: '_affiliate.go.acme.com' }),
    value: z.string().meta({ description: 'The text of the DNS record. It differs for each domain.' }),
  })
  .meta({
    id: 'LinkDomainRecord',
    description: 'The DNS record that proves that the domain belongs to the brand.',
  });

export const linkDomainAnswer = z
  .object({
    domain,
    status: z.enum(['pending', 'verified']).meta({
      description:
        '`verified`: new links begin with the domain. `pending`: they begin with the address of the API.',
    }),
    record,
    verifiedAt: instant.nullable(),
  })
  .meta({ id: 'LinkDomain', description: 'The domain of the links of the brand.' });

const linkDomainProblems = ['not_served', 'record_missing', 'record_differs', 'dns_unavailable'] as const;
export type LinkDomainProblem = (typeof linkDomainProblems)[number];

export const checkedLinkDomain = linkDomainAnswer
  .extend({
    problem: z
      .enum(linkDomainProblems)
      .nullable()
      .meta({
        description:
          'The reason why the domain is `pending`. `not_served`: ask the operator to serve the domain with the `linkPrefix` of the brand. ' +
          '`record_missing`: DNS has no such record. `record_differs`: it has another value. `dns_unavailable`: DNS did not answer.',
      }),
  })
  .meta({ id: 'CheckedLinkDomain', description: 'The domain of the links of the brand, after a check.' });
