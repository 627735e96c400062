// The pages and forms of the console, with its texts.
import { type RunOf, withOwnTexts } from '#lib/pages/shared/own-texts.ts';
import { consoleTextsOf } from './texts.ts';

export const { visitOf, formHandler, addPage } = withOwnTexts(consoleTextsOf);

export type Visit = ReturnType<typeof visitOf>;
export type Texts = Visit['texts'];
export type Run = RunOf<Visit>;
