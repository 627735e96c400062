// Defines what the handler of a page knows about its request.
import type { Context } from 'hono';
import type { LambdaEvent } from 'hono/aws-lambda';
import type { Client } from '#lib/client/index.ts';
import type { Language, Texts } from './texts/texts.ts';

/** The pages of one audience. */
export interface Area {
  /** The name of the cookie, too. */
  readonly name: 'console' | 'portal';
  readonly base: '/console' | '/creators';
  /** Returns the page on which a person signs in who has asked for this path. */
  readonly signInPath: (path: string) => string;
}

export interface Session {
  readonly token: string;
  /** The token of a creator decides about its mode. */
  readonly mode?: 'live' | 'test' | undefined;
  /** Of the portal: the slug of the brand. */
  readonly slug?: string | undefined;
  /** The language that the creator has selected in the portal. */
  readonly language?: Language | undefined;
}

export interface Visit {
  readonly area: Area;
  readonly session: Session | undefined;
  /** Calls the API with the token of the session. */
  readonly api: Client;
  readonly language: Language;
  readonly texts: Texts;
  /** The time of the request. */
  readonly now: Date;
}

export interface PageEnv {
  Bindings: { readonly event: LambdaEvent };
  Variables: { visit: Visit };
}

export type PageContext = Context<PageEnv>;

export const visitOf = (c: PageContext): Visit => c.get('visit');
