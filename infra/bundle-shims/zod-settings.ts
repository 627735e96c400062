// The first thing in every bundle: zod interprets its schemas instead of compiling each into a function of its own.
// A function parses a schema a few times in its life; compiled code pays from the thousandth time on.
import * as z from 'zod';

z.config({ jitless: true });
