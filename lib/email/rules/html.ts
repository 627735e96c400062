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
  body: 'margin:0;padding:24px 16px;background:#f4f4f5;color:#18181b;font:16px/1.5 Arial,Helvetica,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px',
  heading: 'margin:0 0 16px;font-size:22px;line-height:1.3',
  button:
    'display:inline-block;padding:12px 20px;background:#1d4ed8;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:bold',
  address: 'overflow-wrap:anywhere;word-break:break-word;color:#3f3f46;font-size:14px',
};

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;

const buttonHtml = ({ label, url }: Button): string =>
  `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="${styles.button}">${escapeHtml(label)}</a></p>` +
  `<p style="margin:0 0 16px;${styles.address}">If the button does not work, open this address: ${escapeHtml(url)}</p>`;

/** Uses inline styles only, because mail programs drop style sheets. */
export const emailHtml = (title: string, lines: readonly string[], button: Button | undefined): string =>
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width,initial-scale=1">' +
  `<title>${escapeHtml(title)}</title></head>\n<body style="${styles.body}">\n` +
  `<div role="article" lang="en" style="${styles.card}">\n<h1 style="${styles.heading}">${escapeHtml(title)}</h1>\n` +
  `${[paragraph(lines[0] ?? ''), ...(button === undefined ? [] : [buttonHtml(button)]), ...lines.slice(1).map(paragraph)].join('\n')}\n` +
  '</div>\n</body></html>\n';
