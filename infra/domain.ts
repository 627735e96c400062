import * as z from 'zod';

export const hostName = z
  .string()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
    error: ({ input }) => `${JSON.stringify(input)} is not a host name: use a name such as api.example.com`,
  });

const certificateArn = z.string().regex(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, {
  error: ({ input }) =>
    `${JSON.stringify(input)} is not a certificate ARN: use arn:aws:acm:<region>:<account>:certificate/<id>, ` +
    'with a certificate in the region of the stage',
});

const hostedZone = z.strictObject({
  id: z.string().regex(/^Z[A-Z0-9]{1,31}$/, {
    error: ({ input }) => `${JSON.stringify(input)} is not the id of a hosted zone: an id begins with Z`,
  }),
  name: hostName,
});

export const domain = z
  .strictObject({
    name: hostName,
    certificateArn,
    /** The Route 53 zone of the domain. Without a zone, create a DNS record that points to the stack output DomainTarget. */
    hostedZone: hostedZone.optional(),
    /** Keeps the execute-api endpoint enabled while clients move to the custom domain. */
    keepsExecuteApiEndpoint: z.boolean().optional(),
  })
  .refine(({ name, hostedZone: zone }) => zone === undefined || `.${name}`.endsWith(`.${zone.name}`), {
    path: ['hostedZone', 'name'],
    error: 'The host name must be the name of the hosted zone or a subdomain of it',
  });

export type Domain = z.output<typeof domain>;
