// The English texts of e-mails to creators.
import type { MailTexts } from '#lib/outlets/creator-mails/rules/text-types.ts';

const commissions = (count: number): string => (count === 1 ? '1 commission' : `${count} commissions`);
const orders = (count: number): string => (count === 1 ? '1 order' : `${count} orders`);

export const en: MailTexts = {
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  kinds: {
    invitation: ({ brand }) => ({
      subject: `${brand} invites you to its creator program`,
      button: 'Accept the invitation',
      lines: [
        `${brand} invites you to its creator program: recommend its products, and earn a commission for each order.`,
        'The link works once, within 7 days. If you do not expect this invitation, ignore this e-mail.',
      ],
    }),
    welcome: ({ brand, link, codes }) => ({
      subject: `Welcome to the creator program of ${brand}`,
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
        `If you think that this is a mistake, answer ${brand}, or open the order in your portal and choose “Ask the brand to check it”.`,
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
    payoutDetailsMissing: ({ brand, amount }) => ({
      subject: `${brand} cannot pay you ${amount} yet`,
      button: 'Enter your payment details',
      lines: [
        `${brand} has prepared a payout without you, because it does not know where to send your ${amount}.`,
        'Enter your payment details in your portal. A later payout will include the amount.',
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
    disputeAnswered: ({ brand, order, answer, isAccepted }) => ({
      subject: `${brand} has answered your request${order === '' ? '' : ` about order ${order}`}`,
      button: 'See your requests',
      lines: [
        `${brand} has ${isAccepted ? 'accepted' : 'rejected'} your request${order === '' ? '' : ` about order ${order}`}.`,
        ...(answer === '' ? [] : [`${brand} writes: ${answer}`]),
      ],
    }),
    applicationDeclined: ({ brand }) => ({
      subject: `Your application to ${brand}`,
      lines: [
        `Thank you for your application to the creator program of ${brand}. ${brand} has declined it.`,
        'So you cannot sign in to the portal any more.',
      ],
    }),
    payoutDetailsChanged: ({ brand, usableFrom }) => ({
      subject: `New payment details at ${brand}`,
      button: 'Check your payment details',
      lines: [
        'Your account for payouts or your tax data was entered or changed.',
        ...(usableFrom === '' ? [] : [`The new account is used from ${usableFrom} on, for your safety.`]),
        `If neither you nor ${brand} did this, tell ${brand} at once.`,
      ],
    }),
    accountErased: ({ brand }) => ({
      subject: `${brand} has deleted your data`,
      lines: [
        `${brand} has deleted your personal data from its creator program. Your link and your codes no longer work.`,
        'This is the last e-mail of the program to you.',
      ],
    }),
  },
  reason: (order, reason) => (reason === '' ? `Order ${order}` : `Order ${order}: ${reason}`),
  inTestMode: (brand) => `${brand} in test mode`,
  sentTo: (to, brand) => `This e-mail was sent to ${to} for the creator program of ${brand}.`,
  kindNames: {
    welcome: 'your start',
    dailyDigest: 'the orders of the day before',
    commissionApproved: 'approved commissions',
    commissionRejected: 'rejected commissions',
    payoutSent: 'payments',
    payoutDetailsMissing: 'missing payment details',
    termsChanged: 'changed terms',
    disputeAnswered: 'answers to your requests',
  },
  contact: (address) => `Questions? Write to ${address}.`,
  unsubscribe: (kind) => `Turn off e-mails about ${kind}`,
  openAddress: 'If the button does not work, open this address:',
  page: {
    title: 'Turn off these e-mails',
    question: (names) =>
      `Do you want no more e-mails ${names === undefined ? 'of this kind' : `of ${names.brand} about ${names.kind}`}? Other e-mails of the program continue.`,
    button: 'Turn off',
    done: (names) =>
      `Done. You will receive no more e-mails ${names === undefined ? 'of this kind' : `of ${names.brand} about ${names.kind}`}.`,
  },
};
