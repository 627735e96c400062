// Defines what the handler of a page knows about its request.
import type { Context } from 'hono';
import type { LambdaEvent } from 'hono/aws-lambda';
import type { Client } from '#lib/client/index.ts';
import type { Problem } from './form.ts';
import type { Frame } from './frame.ts';
import type { Language, Texts } from './texts/texts.ts';

/** The pages of one audience. */
export interface Area {
  /** The name of the cookie, too. */
  readonly name: 'console' | 'portal';
  readonly base: '/console' | '/creators';
  /** Returns the page on which a person signs in who has asked for this path. */
  readonly signInPath: (path: string) => string;
  /** Returns the texts that only this area has, by page. */
  readonly ownTexts?: (language: Language) => Readonly<Record<string, object>>;
  /** Returns what is wrong with a field, for people who know no terms of the API. */
  readonly fieldErrors?: (language: Language) => Readonly<Record<string, string>>;
  /** Returns the frame of the pages of a signed-in person. */
  readonly frame?: (c: PageContext) => Promise<Frame | undefined>;
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

interface Visitor {
  readonly area: Area;
  readonly session: Session | undefined;
  /** Calls the API with the token of the session. */
  readonly api: Client;
  readonly language: Language;
  readonly texts: Texts;
  /** The time of the request. */
  readonly now: Date;
}

export interface Visit extends Visitor {
  readonly c: PageContext;
  /** The `id` in the path of the page. */
  readonly id: string;
  /** The API has refused a form, which the page shows again. */
  readonly problem: Problem | undefined;
}

export interface PageEnv {
  Bindings: { readonly event: LambdaEvent };
  Variables: { visitor: Visitor; problem: Problem | undefined };
}

export type PageContext = Context<PageEnv>;
export type PageHandler = (c: PageContext) => Response | Promise<Response>;

export const visitOf = (c: PageContext): Visit => ({
  ...c.get('visitor'),
  ...{ c, id: c.req.param('id') ?? '', problem: c.get('problem') },
});
