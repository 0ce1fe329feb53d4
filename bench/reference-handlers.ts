import { join } from 'node:path';
import { bundle } from '../lib/bundles.ts';

const HANDLERS = join(import.meta.dirname, 'handlers');

/** Bundles the handlers to compare with, as the product's functions are; gives each one's directory by name. */
export function bundleReferenceHandlers(
  outdir: string,
): Readonly<Record<'empty' | 'document-client', string>> {
  bundle({ source: HANDLERS, entries: ['empty', 'document-client'], outdir });
  return { empty: join(outdir, 'empty'), 'document-client': join(outdir, 'document-client') };
}
