// Defines the schema of the sub ids of a recorded click. Small, because the functions of orders load it.
import * as z from 'zod';

const text = z.string();

export const subIds = z.record(text, text);
