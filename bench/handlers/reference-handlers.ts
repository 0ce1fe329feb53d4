import { join } from 'node:path';
import { bundle } from '../../lib/bundles.ts';

const HANDLERS = import.meta.dirname;

const ENTRIES = ['empty', 'document-client', 'logger', 'turn-metrics', 'turn-steps'] as const;

/** A handler that is measured beside the product's functions. */
export type ReferenceHandler = (typeof ENTRIES)[number];

/** Bundles the reference handlers like the product's functions. Returns the directories by name. */
export function bundleReferenceHandlers(outdir: string): Readonly<Record<ReferenceHandler, string>> {
  bundle({ source: HANDLERS, entries: ENTRIES, outdir });
  const directory = (name: ReferenceHandler) => join(outdir, name);
  return {
    empty: directory('empty'),
    'document-client': directory('document-client'),
    logger: directory('logger'),
    'turn-metrics': directory('turn-metrics'),
    'turn-steps': directory('turn-steps'),
  };
}
