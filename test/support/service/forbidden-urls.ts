import { rowsOf } from '../rows.ts';

/** URLs whose host is an address that is not public, in every notation, or that have no valid destination. */
export const FORBIDDEN_URLS = rowsOf<string>(import.meta.url, 'forbidden-urls.jsonl');
