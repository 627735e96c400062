// Builds the response of an endpoint that returns a page for people.

export interface Page {
  readonly text: string;
  readonly contentSecurityPolicy: string;
}

export const pageReply = (statusCode: number, { text, contentSecurityPolicy }: Page) => ({
  statusCode,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
  },
  text,
});
