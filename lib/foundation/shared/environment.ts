// Parses the environment variables once at start.
import { linkEnvironment, oneOf, parseEnvironment, text, url } from './link-environment.ts';

const others = parseEnvironment({
  /** The private keys are in Secrets Manager or in a local file. Only functions that sign tokens or rotate keys have either variable. */
  SIGNING_KEYS_SECRET: text(1),
  SIGNING_KEYS_FILE: text(1),
  /** The key of payment details, in the same two places. Only functions that encrypt or decrypt them have either variable. */
  PAYMENT_KEY_SECRET: text(1),
  PAYMENT_KEY_FILE: text(1),
  DEAD_LETTERS_QUEUE: url,
  DEAD_LETTERS_FILE: text(1),
  /** The files of exports are in a bucket, or in a local directory whose URLs have a signature with the secret. */
  EXPORTS_BUCKET: text(3),
  EXPORTS_DIRECTORY: text(1),
  EXPORTS_URL: url,
  EXPORTS_SECRET: text(1),
  /** The sender of e-mails. A stage without a sender sends none. */
  EMAIL_FROM: text(3),
  /** The configuration set of Amazon SES that each e-mail names. */
  EMAIL_CONFIGURATION_SET: text(1),
  WEBHOOK_QUEUE: url,
  /** Receives the log lines of clicks that could not be stored. */
  CLICK_QUEUE: url,
  EMAIL_QUEUE: url,
  EXPORT_QUEUE: url,
  PAYOUT_QUEUE: url,
  SIMULATION_QUEUE: url,
  ERASURE_QUEUE: url,
  CREATOR_MAIL_QUEUE: url,
  SHOP_MESSAGE_QUEUE: url,
  /** On a local machine, e-mails are files in this directory. */
  EMAIL_DIRECTORY: text(1),
  /** The address of the API, ending in `/v1`. Tracking links and the links of e-mails begin with it. */
  API_URL: url,
  /** The domains of links that CloudFront serves, with the link prefix of each, as JSON: `{"go.acme.com":"acme"}`. */
  LINK_DOMAINS: text(2),
  /** Tests and benchmarks send more requests than a plan allows. */
  REQUEST_LIMITS: oneOf(['on', 'off'], 'on'),
  /** The home page of the local stage shows these accounts, which are JSON. */
  DEMO_ACCOUNTS: text(1),
  VALIDATE_ANSWERS: oneOf(['on', 'off'], 'off'),
});

/** Contains the variables of the tracking link and of all other functions. */
export const environment = Object.assign(linkEnvironment, others);
