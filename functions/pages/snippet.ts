import { pagesHandler } from '#lib/surface/pages/handler.ts';
import { readSnippet } from '#lib/surface/pages/snippet.ts';

export const handler = pagesHandler(readSnippet, 'pages.snippet');
