// Defines the schema of text that people enter and other people read: names, reasons and references.
import * as z from 'zod';

/**
 * Control, format and line separator characters. They can reorder what people read (bidirectional controls) or hide it. The joiners
 * U+200C and U+200D are allowed, because several scripts and emoji need them.
 */
const refused = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u;

function messageFor(text: string): string {
  const [character] = refused.exec(text) ?? [];
  if (character === undefined) return 'Must have a visible character';
  const codePoint = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Must not have control or formatting characters: remove U+${codePoint}`;
}

export const displayText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, 'Must not be empty')
    .max(maxLength)
    .refine((text) => !refused.test(text) && visible.test(text), {
      error: ({ input }) => messageFor(String(input)),
    })
    .meta({ description: 'Text without control and formatting characters.' });

/** The name of a brand, a campaign or a creator. */
export const nameInput = displayText(200);
