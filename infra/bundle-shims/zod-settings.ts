// Makes zod interpret schemas. Compiling a schema pays off only after about 1,000 parses.
import * as z from 'zod';

z.config({ jitless: true });
