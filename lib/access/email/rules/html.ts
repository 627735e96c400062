// Builds HTML from text. Every text is escaped.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

interface Button {
  readonly label: string;
  readonly url: string;
}

const styles = {
  body: 'margin:0;padding:24px 16px;background:#f4f4f5;color:#18181b;font:16px/1.5 Arial,Helvetica,sans-serif;overflow-wrap:anywhere',
  card: 'max-width:472px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px',
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  button:
    'display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:bold',
  small: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #d4d4d8;color:#52525b;font-size:14px',
  address: 'color:#1d4ed8',
  logo: 'display:block;max-width:144px;max-height:40px;margin:24px 0 0;color:#52525b',
};

/** Mail programs that know dark mode apply this. Others drop the style sheet, so the inline styles are complete without it. */
const darkStyle =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){' +
  '.body{background:#09090b!important;color:#f4f4f5!important}.card{background:#18181b!important}' +
  '.logo{color:#a1a1aa!important}.small{color:#a1a1aa!important;border-color:#3f3f46!important}.address{color:#93c5fd!important}}';

const attributes = (name: keyof typeof styles): string => `class="${name}" style="${styles[name]}"`;

const paragraphOf = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`;

const paragraph = (text: string): string => paragraphOf(escapeHtml(text));

const anchor = ({ label, url }: Button): string =>
  `<a href="${escapeHtml(url)}" ${attributes('address')}>${escapeHtml(label)}</a>`;

/** Only the link that the service has built becomes one, never an address in the words of somebody else. */
const linked = (text: string, link: string): string =>
  link !== '' && text.endsWith(link)
    ? paragraphOf(`${escapeHtml(text.slice(0, -link.length))}${anchor({ label: link, url: link })}`)
    : paragraph(text);

const buttonHtml = ({ label, url }: Button): string =>
  `<p style="margin:0 0 16px"><a role="button" href="${escapeHtml(url)}" ${attributes('button')}>${escapeHtml(label)}</a></p>`;

/** Some mail programs disable links of buttons, so people need the address to copy. */
const addressHtml = ({ url }: Button, text: string): string =>
  `${escapeHtml(text)}<br>${anchor({ label: url, url })}<br><br>`;

/** The logo comes after the text, because many mail programs show no images. */
const logoHtml = ({ label, url }: Button): string =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(label)}" ${attributes('logo')}>`;

const unsubscribeHtml = (link: EmailContent['unsubscribe']): string =>
  link === undefined ? '' : `<br><br>${anchor(link)}`;

interface EmailContent {
  readonly title: string;
  readonly greeting?: string;
  readonly lines: readonly string[];
  /** Comes after the first line. */
  readonly button: Button | undefined;
  readonly footer: string;
  readonly language?: string;
  /** Comes before the address of the button. */
  readonly openAddress?: string;
  readonly unsubscribe?: Button | undefined;
  /** The logo with its alternative text. */
  readonly logo?: Button | undefined;
  /** The address at the end of a line that becomes a link. */
  readonly link?: string;
}

export function emailHtml({
  title,
  greeting,
  lines: [first = '', ...others],
  button,
  footer,
  language = 'en',
  openAddress = 'If the button does not work, open this address:',
  unsubscribe,
  link = '',
  logo,
}: EmailContent): string {
  const content = [
    `<h1 ${attributes('heading')}>${escapeHtml(title)}</h1>`,
    ...(greeting === undefined ? [] : [paragraph(greeting)]),
    paragraph(first),
    ...(button === undefined ? [] : [buttonHtml(button)]),
    ...others.map((line) => linked(line, link)),
    ...(logo === undefined ? [] : [logoHtml(logo)]),
    `<p ${attributes('small')}>${button === undefined ? '' : addressHtml(button, openAddress)}${escapeHtml(footer)}${unsubscribeHtml(unsubscribe)}</p>`,
  ];
  return (
    `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<title>${escapeHtml(title)}</title><style>${darkStyle}</style></head>\n<body ${attributes('body')}>\n` +
    `<div role="article" lang="${language}" ${attributes('card')}>\n${content.join('\n')}\n</div>\n</body></html>\n`
  );
}
