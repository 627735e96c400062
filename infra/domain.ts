// An API's own address, as a stage of infra/stage.ts may state it.
import * as z from 'zod';

const hostName = z.string().regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, {
  error: ({ input }) => `${JSON.stringify(input)} is no host name: write it like api.example.com`,
});

const certificateArn = z.string().regex(/^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/, {
  error: ({ input }) =>
    `${JSON.stringify(input)} is not the ARN of a certificate: arn:aws:acm:<region>:<account>:certificate/<id>, ` +
    'in the region of the stage',
});

const hostedZone = z.strictObject({
  id: z.string().regex(/^Z[A-Z0-9]{1,31}$/, {
    error: ({ input }) => `${JSON.stringify(input)} is not the id of a hosted zone: it begins with Z`,
  }),
  name: hostName,
});

export const domain = z
  .strictObject({
    name: hostName,
    certificateArn,
    /** Where the address is published. Without it whoever runs the DNS points the name at the output DomainTarget. */
    hostedZone: hostedZone.optional(),
    /** While callers move to the new address: the one that AWS gave the API goes on answering, too. */
    keepsGivenAddress: z.boolean().optional(),
  })
  .refine(({ name, hostedZone: zone }) => zone === undefined || `.${name}`.endsWith(`.${zone.name}`), {
    path: ['hostedZone', 'name'],
    error: 'The host name must be within the hosted zone',
  });

export type Domain = z.output<typeof domain>;
