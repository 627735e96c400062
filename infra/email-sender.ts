import * as z from 'zod';

/** Returns the address of a sender such as `Acme <no-reply@acme.test>`. */
export const addressIn = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from;

/** The sender of the e-mails of a stage. The identity must be verified in Amazon SES, in the region of the stage. */
export const emailSender = z
  .strictObject({
    /** An address, or a name and an address: `Acme <no-reply@mail.example.com>`. */
    from: z.string().refine((text) => z.email().safeParse(addressIn(text)).success, {
      error: ({ input }) =>
        `${JSON.stringify(input)} is not a sender: use an address such as no-reply@mail.example.com, or Name <address>`,
    }),
    /** The verified domain or address in Amazon SES, such as `mail.example.com`. */
    identity: z.string().regex(/^[\w.@+-]{3,254}$/, {
      error: ({ input }) =>
        `${JSON.stringify(input)} is not an SES identity: use a domain or an e-mail address`,
    }),
  })
  .refine(({ from, identity }) => addressIn(from) === identity || addressIn(from).endsWith(`@${identity}`), {
    path: ['from'],
    error: 'The address must be the identity or an address of its domain',
  });

export type EmailSender = z.output<typeof emailSender>;
