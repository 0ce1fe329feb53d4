import type { Program } from '../requests/program.ts';

/** The next step after a verb: the document's next verb, or another document, if any. */
export type Step = 'next' | { readonly goOnWith: Program | undefined };
