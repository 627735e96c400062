// Builds the content of an e-mail of each kind to a creator.
import type { CreatorMailKind, MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import type { MailContent } from '#lib/outlets/creator-mails/rules/render.ts';

export const mailContent = (
  kind: CreatorMailKind,
  language: MailLanguage,
  brand: string,
  origin = 'https://api.acme.test',
): MailContent => ({
  kind,
  language,
  to: 'ada@creators.test',
  isTest: false,
  values: {
    brand,
    name: 'Ada Lovelace',
    count: 3,
    amount: language === 'de' ? '1.234,50 €' : '€1,234.50',
    period: '10–12 March 2026',
    reasons: ['Order 1007: <b>Self-referral</b>'],
    link: `${origin}/v1/tracking/ref/ada`,
    codes: ['ADA15', 'SPRING'],
    order: '1007',
    answer: 'It is <b>yours</b> now',
    isAccepted: true,
    usableFrom: '12 March 2026, 09:30 CET',
    contact: 'partners@acme.test',
  },
  url: `${origin}/creators/acme`,
  unsubscribeUrl: `${origin}/v1/mails/unsubscribe?token=brd_1.aff_1.${kind}.mac&language=${language}`,
  logoUrl: `${origin}/creators/acme/logo/hash`,
  replyTo: 'partners@acme.test',
  tags: { brandId: 'brd_1', creatorId: 'aff_1', address: 'hash' },
});
