// Renders e-mails to creators as text and as HTML.
import {
  type CreatorMailKind,
  isOptionalKind,
  type MailLanguage,
} from '#lib/access/email/rules/creator-mail-kinds.ts';
import { emailHtml } from '#lib/access/email/rules/html.ts';
import type { Email } from '#lib/access/email/schema.ts';
import type { MailValues } from './text-types.ts';
import { mailTexts } from './texts.ts';

export interface MailContent {
  readonly kind: CreatorMailKind;
  readonly to: string;
  readonly language: MailLanguage;
  readonly isTest: boolean;
  readonly values: MailValues;
  /** Undefined if the brand has no portal. */
  readonly url: string | undefined;
  readonly unsubscribeUrl: string;
  readonly logoUrl: string | null;
  readonly replyTo: string | null;
  readonly tags: Readonly<Record<string, string>>;
}

/** A mail program shows a button for them, and sends a POST (RFC 8058). */
const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

export function renderMail(content: MailContent): Email {
  const { kind, to, language, isTest, values, url, unsubscribeUrl, logoUrl, replyTo, tags } = content;
  const texts = mailTexts[language];
  const brand = isTest ? texts.inTestMode(values.brand) : values.brand;
  const { subject, lines, button: label } = texts.kinds[kind]({ ...values, brand });
  const button = label === undefined || url === undefined ? undefined : { label, url };
  const unsubscribe = isOptionalKind(kind)
    ? { label: texts.unsubscribe(texts.kindNames[kind]), url: unsubscribeUrl }
    : undefined;
  const contact = values.contact === '' ? [] : [texts.contact(values.contact)];
  const footer = [...contact, texts.sentTo(to, brand)].join(' ');
  const greeting = texts.greeting(values.name);
  const [first = '', ...others] = lines;
  const text = [
    subject,
    greeting,
    first,
    ...(button === undefined ? [] : [button.url]),
    ...others,
    footer,
    ...(unsubscribe === undefined ? [] : [`${unsubscribe.label}:\n${unsubscribe.url}`]),
  ].join('\n\n');
  const { openAddress } = texts;
  return {
    to,
    subject,
    text: `${text}\n`,
    html: emailHtml({
      ...{ title: subject, greeting, lines, button, footer, language, openAddress, unsubscribe },
      link: values.link,
      logo: logoUrl === null ? undefined : { label: values.brand, url: logoUrl },
    }),
    link: kind === 'invitation' ? button?.url : undefined,
    senderName: brand,
    replyTo: replyTo ?? undefined,
    tags,
    ...(unsubscribe !== undefined && { headers: unsubscribeHeaders(unsubscribe.url) }),
  };
}
