// The pages and forms of the portal, with its texts.
import { type RunOf, withOwnTexts } from '#lib/pages/shared/own-texts.ts';
import { portalTextsOf } from './texts.ts';

export const { visitOf, formHandler, addPage } = withOwnTexts(portalTextsOf);

export type Visit = ReturnType<typeof visitOf>;
export type Texts = Visit['texts'];
export type Run = RunOf<Visit>;
