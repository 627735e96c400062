// Renders the e-mails as text and as HTML.
import type { Email, EmailKind, QueuedEmail } from '#lib/access/email/schema.ts';
import { creatorLinkUrl, logoUrl } from './creator-links.ts';
import { germanFrame, germanTemplates } from './german-templates.ts';
import { emailHtml } from './html.ts';
import { oneTimeToken } from './one-time-tokens.ts';
import type { Template } from './template.ts';

type Endpoint = NonNullable<QueuedEmail['endpoint']>;

const notYou = 'If you did not do this, reset your password now and tell an admin of your brand.';

/** `$TOKEN` is an access token or an API key. */
function enableCommand({ id, isTest }: Endpoint, apiUrl: string): string {
  const mode = isTest ? " -H 'x-mode: test'" : '';
  return (
    `When it works, enable it again: curl -X PATCH ${apiUrl}/webhook-endpoints/${id} ` +
    `-H "authorization: Bearer $TOKEN"${mode} -H 'content-type: application/json' -d '{"status":"enabled"}'`
  );
}

const missedEvents = 'The response says which events it has missed, and how to replay them.';

const templates: Readonly<Record<EmailKind, Template>> = {
  invitation: {
    title: (brand) => `You are invited to ${brand}`,
    button: 'Choose a password',
    lines: (brand) => [
      `An admin of ${brand} has invited you to their creator program. Choose a password to log in.`,
      'The link works once, within 7 days. If you do not expect this invitation, ignore this e-mail.',
    ],
  },
  passwordReset: {
    title: () => 'Reset your password',
    button: 'Choose a new password',
    lines: () => [
      'Somebody has asked to reset the password of your account. Choose a new password with this link.',
      'The link works once, within 30 minutes. If you did not ask for it, ignore this e-mail: your password stays as it is.',
    ],
  },
  passwordChanged: {
    title: () => 'Your password was changed',
    lines: () => ['The password of your account was changed, and other devices were logged out.', notYou],
  },
  secondFactorEnabled: {
    title: () => 'Your second factor is on',
    lines: () => [
      'Logins to your account now need a code of your authenticator app, or one of your recovery codes.',
      notYou,
    ],
  },
  secondFactorDisabled: {
    title: () => 'Your second factor is off',
    lines: () => ['Logins to your account now need only your password.', notYou],
  },
  creatorSignIn: {
    title: (brand) => `Sign in to ${brand}`,
    button: 'Sign in',
    lines: (brand) => [
      `Somebody has asked to sign in to the creator program of ${brand} with this address.`,
      'The link works once, within 15 minutes. If you did not ask for it, ignore this e-mail.',
    ],
  },
  creatorApplication: {
    title: (brand) => `Confirm your application to ${brand}`,
    button: 'Confirm the application',
    lines: (brand) => [
      `Somebody has applied for the creator program of ${brand} with this address.`,
      'The link works once, within 24 hours. If you did not apply, ignore this e-mail: nothing is stored about you after that.',
    ],
  },
  webhookGone: {
    title: (brand) => `A webhook endpoint of ${brand} is disabled`,
    lines: (brand, endpoint, enableAgain) => [
      `The webhook endpoint ${endpoint} of ${brand} has answered 410 Gone, so it receives no more events.`,
      enableAgain,
      missedEvents,
    ],
  },
  webhookFailing: {
    title: (brand) => `A webhook endpoint of ${brand} is disabled`,
    lines: (brand, endpoint, enableAgain) => [
      `All deliveries to the webhook endpoint ${endpoint} of ${brand} have failed for five days, so it receives no more events.`,
      enableAgain,
      missedEvents,
    ],
  },
};

/** An address has one login in the whole service, so this invitation has no link. Names no other brand. */
const invitationWithoutLink: Template = {
  title: (brand) => `You are invited to ${brand}`,
  lines: (brand) => [
    `An admin of ${brand} has invited you to their creator program, but your e-mail address already logs in to another account.`,
    `An address can log in to only one account, so ask ${brand} to invite another address of yours. Your account has not changed.`,
  ],
};

function templateOf({ kind, link, language }: QueuedEmail): Template {
  if (kind === 'invitation' && link === null) return invitationWithoutLink;
  return (language === 'de' ? germanTemplates[kind] : undefined) ?? templates[kind];
}

const englishFrame = { footer: (to: string) => `This e-mail was sent to ${to}.` };

/** The token of a user is in the fragment, which browsers send to no server, so it appears in no log. */
function linkOf({ link }: QueuedEmail, key: Uint8Array, apiUrl: string): string | undefined {
  if (link === null) return undefined;
  if ('affiliateId' in link) return creatorLinkUrl(key, link, apiUrl);
  const url = new URL(`${apiUrl}/auth/choose-password`);
  url.hash = `${link.purpose}=${oneTimeToken(key, link)}`;
  return url.href;
}

function logoOf({ link, logo, brandName }: QueuedEmail, apiUrl: string) {
  if (logo === undefined || link === null || !('affiliateId' in link)) return undefined;
  return { label: brandName, url: logoUrl(apiUrl, link.slug, logo) };
}

export function renderEmail(queued: QueuedEmail, key: Uint8Array, apiUrl: string): Email {
  const { to, brandName, endpoint } = queued;
  const template = templateOf(queued);
  const brand = endpoint?.isTest === true ? `${brandName} in test mode` : brandName;
  const subject = template.title(brand);
  const lines =
    endpoint === undefined
      ? template.lines(brand, '', '')
      : template.lines(brand, `${endpoint.host} (${endpoint.id})`, enableCommand(endpoint, apiUrl));
  const link = linkOf(queued, key, apiUrl);
  const button = link === undefined ? undefined : { label: template.button ?? '', url: link };
  const [first = '', ...others] = lines;
  const frame = queued.language === 'de' ? germanFrame : englishFrame;
  const footer = frame.footer(to);
  const text = [subject, first, ...(link === undefined ? [] : [link]), ...others, footer].join('\n\n');
  return {
    to,
    subject,
    text: `${text}\n`,
    html: emailHtml({ ...frame, title: subject, lines, button, footer, logo: logoOf(queued, apiUrl) }),
    link,
  };
}
