// Defines the parts around the content, which all pages of a signed-in person share.
import type { html } from 'hono/html';

type Html = ReturnType<typeof html>;
export type Link = readonly [path: string, label: string];

export interface Frame {
  /** The name at the top of the page. */
  readonly name?: string;
  readonly navigation?: readonly Link[];
  /** At the end of the navigation, such as the name of the person and "Sign out". */
  readonly account?: Html;
  /** Above everything else, such as the test mode. */
  readonly banner?: Html;
  /** The colour of the brand, `#rrggbb`. */
  readonly color?: string | null;
  /** The address of the logo of the brand. */
  readonly logoUrl?: string | null;
}
