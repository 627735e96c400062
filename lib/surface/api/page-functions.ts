// Lists the functions that serve pages for people, with their paths.

export interface PageFunction {
  readonly file: string;
  readonly description: string;
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  /** The function has sessions of people, and calls the API for them. */
  readonly hasSessions: boolean;
}

export const pagesFile = 'service/pages.ts';

/** The script for shops. */
export const snippetPath = '/v1/t.js';

const areaMethods = ['GET', 'HEAD', 'POST'];

/** The functions that serve pages for people, which are no operations of the API: docs/decisions/0161 and 0166. */
export const pageFunctions: readonly PageFunction[] = [
  {
    file: pagesFile,
    description: 'Show pages for people',
    paths: ['/', '/docs', '/v1/docs', '/v1/docs/{page}'],
    methods: ['GET', 'HEAD'],
    hasSessions: false,
  },
  {
    file: 'pages/snippet.ts',
    description: 'Return the script for shops',
    paths: [snippetPath],
    methods: ['GET', 'HEAD'],
    hasSessions: false,
  },
  {
    file: 'pages/console.ts',
    description: 'Show the console of managers',
    paths: ['/console', '/console/{proxy+}'],
    methods: areaMethods,
    hasSessions: true,
  },
  {
    file: 'pages/portal.ts',
    description: 'Show the portal of creators',
    paths: ['/creators', '/creators/{proxy+}'],
    methods: areaMethods,
    hasSessions: true,
  },
];

export const pageRouteKeysOf = ({ paths, methods }: PageFunction): readonly string[] =>
  paths.flatMap((path) => methods.map((method) => `${method} ${path}`));
