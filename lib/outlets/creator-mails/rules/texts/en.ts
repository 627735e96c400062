// The English texts of e-mails to creators.
import type { MailTexts } from '#lib/outlets/creator-mails/rules/text-types.ts';

const commissions = (count: number): string => (count === 1 ? '1 commission' : `${count} commissions`);
const orders = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

export const en: MailTexts = {
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  kinds: {
    invitation: ({ brand }) => ({
      subject: `${brand} invites you to its affiliate program`,
      button: 'Accept the invitation',
      lines: [
        `${brand} invites you to its affiliate program: recommend its products, and earn a commission for each order.`,
        'The link works once, within 7 days. If you do not expect this invitation, ignore this e-mail.',
      ],
    }),
    welcome: ({ brand, link, codes }) => ({
      subject: `Welcome to the affiliate program of ${brand}`,
      button: 'Open your portal',
      lines: [
        'You can recommend products now. Every order through your link counts for you.',
        `Your link: ${link}`,
        ...(codes.length === 0 ? [] : [`Your discount codes: ${codes.join(', ')}`]),
      ],
    }),
    dailyDigest: ({ brand, count, amount, period }) => ({
      subject: `${orders(count)} for ${brand} on ${period}`,
      button: 'See your orders',
      lines: [
        `On ${period}, you were credited with ${orders(count)}. Your commission is ${amount}.`,
        'The amount can still change, for example when a customer returns an order.',
      ],
    }),
    commissionApproved: ({ brand, count, amount }) => ({
      subject: `${brand} has approved ${commissions(count)}`,
      button: 'See your commissions',
      lines: [`${brand} has approved ${commissions(count)}: ${amount}. A later payout will include it.`],
    }),
    commissionRejected: ({ brand, count, amount, reasons }) => ({
      subject: `${brand} has rejected ${commissions(count)}`,
      button: 'See your commissions',
      lines: [
        `${brand} has rejected ${commissions(count)}: ${amount}.`,
        ...reasons,
        `If you think that this is a mistake, answer ${brand} or open a dispute in your portal.`,
      ],
    }),
    payoutSent: ({ brand, amount, period }) => ({
      subject: `${brand} has paid you ${amount}`,
      button: 'See your payouts',
      lines: [
        `${brand} has marked your payout of ${amount} as paid.${period === '' ? '' : ` It contains your commissions of ${period}.`}`,
        'A transfer can take a few days to arrive.',
      ],
    }),
    termsChanged: ({ brand }) => ({
      subject: `Your terms at ${brand} have changed`,
      button: 'See your terms',
      lines: [
        `${brand} has changed what you earn with later orders. Your portal shows your present terms.`,
        'Commissions of earlier orders stay as they are.',
      ],
    }),
    payoutDetailsChanged: ({ brand }) => ({
      subject: `Your payment details at ${brand} have changed`,
      button: 'Check your payment details',
      lines: [
        'The account to which your payouts go, or your tax data, has changed.',
        `If neither you nor ${brand} did this, tell ${brand} at once.`,
      ],
    }),
    accountErased: ({ brand }) => ({
      subject: `${brand} has deleted your data`,
      lines: [
        `${brand} has deleted your personal data from its affiliate program. Your link and your codes no longer work.`,
        'This is the last e-mail of the program to you.',
      ],
    }),
  },
  reason: (order, reason) => (reason === '' ? `Order ${order}` : `Order ${order}: ${reason}`),
  inTestMode: (brand) => `${brand} in test mode`,
  sentTo: (to, brand) => `This e-mail was sent to ${to} for the affiliate program of ${brand}.`,
  unsubscribe: 'You can turn off e-mails of this kind here:',
  openAddress: 'If the button does not work, open this address:',
  page: {
    title: 'Turn off these e-mails',
    question: 'You will receive no more e-mails of this kind. Other e-mails of the program continue.',
    button: 'Turn off',
    done: 'Done. You will receive no more e-mails of this kind.',
  },
};
