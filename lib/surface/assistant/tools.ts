// Lists all tools for assistants. They are few, because an assistant reads all of them before its first call.
import { recordTools } from './record-tools.ts';
import { resultTools } from './result-tools.ts';
import type { Tool } from './tool.ts';
import { writingTools } from './writing-tools.ts';

export const tools: readonly Tool[] = [...recordTools, ...resultTools, ...writingTools];
