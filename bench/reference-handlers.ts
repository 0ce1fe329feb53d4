import { join } from 'node:path';
import { bundle } from '../lib/bundles.ts';

const HANDLERS = join(import.meta.dirname, 'handlers');

/** Bundles the reference handlers like the product's functions. Returns the directories by name. */
export function bundleReferenceHandlers(
  outdir: string,
): Readonly<Record<'empty' | 'document-client', string>> {
  bundle({ source: HANDLERS, entries: ['empty', 'document-client'], outdir });
  return { empty: join(outdir, 'empty'), 'document-client': join(outdir, 'document-client') };
}
