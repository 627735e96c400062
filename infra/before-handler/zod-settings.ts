// Makes zod interpret schemas instead of compiling them, because compiling pays off only after about 1,000 parses.
import * as z from 'zod';

z.config({ jitless: true });
