import { z } from 'zod';

/**
 * zod, told before its first schema not to compile code in a browser: the content security policy forbids it, and even
 * trying is a violation.
 */
if ('document' in globalThis) z.config({ jitless: true });

export { z };
