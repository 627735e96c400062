// Sends e-mails with Amazon SES v2: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
import { currentCredentials } from './credentials.ts';
import { createHttpClient } from './http-client.ts';
import { createSigner } from './signature.ts';

interface SesEmail {
  readonly from: string;
  /** Without it, SES uses the default set of the identity. */
  readonly configurationSet: string | undefined;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly replyTo?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tags?: Readonly<Record<string, string>>;
}

const named = (values: Readonly<Record<string, string>> = {}) =>
  Object.entries(values).map(([name, value]) => ({ Name: name, Value: value }));

export type SendThroughSes = (email: SesEmail) => Promise<void>;

const path = '/v2/email/outbound-emails';
const limits = { connectionTimeout: 1000, requestTimeout: 5000 };

/** Only a 429 (the sending rate is exceeded) and a 5xx are transient. Any other status needs an operator, so the e-mail is set aside. */
function failureOf(statusCode: number): Error {
  const isTransient = statusCode === 429 || statusCode >= 500;
  const name = isTransient ? 'ServiceUnavailable' : 'EmailRejected';
  return Object.assign(new Error(`SES returned ${statusCode}`), { name });
}

export function createSesClient(): SendThroughSes {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_SESV2: override } = process.env;
  const address = new URL(path, override ?? `https://email.${region}.amazonaws.com`);
  const contentType = 'application/json';
  const sign = createSigner(
    { host: address.host, region, service: 'ses', contentType, path },
    currentCredentials,
  );
  const post = createHttpClient(address, limits);
  return async ({ from, configurationSet, to, subject, text, html, replyTo, headers, tags }) => {
    const utf8 = (data: string) => ({ Data: data, Charset: 'UTF-8' });
    const body = JSON.stringify({
      FromEmailAddress: from,
      ConfigurationSetName: configurationSet,
      Destination: { ToAddresses: [to] },
      ...(replyTo !== undefined && { ReplyToAddresses: [replyTo] }),
      ...(tags !== undefined && { EmailTags: named(tags) }),
      Content: {
        Simple: {
          Subject: utf8(subject),
          Body: { Text: utf8(text), Html: utf8(html) },
          ...(headers !== undefined && { Headers: named(headers) }),
        },
      },
    });
    const { statusCode } = await post(await sign(body), body);
    if (statusCode !== 200) throw failureOf(statusCode);
  };
}
