// Builds the response of an endpoint that returns HTML for people.

export interface HtmlDocument {
  readonly text: string;
  readonly contentSecurityPolicy: string;
}

export const htmlReply = (statusCode: number, { text, contentSecurityPolicy }: HtmlDocument) => ({
  statusCode,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  },
  text,
});
