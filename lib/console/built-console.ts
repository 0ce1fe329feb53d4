import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the built pages. */
export const BUILT_CONSOLE = join(import.meta.dirname, '..', '..', 'console', 'dist');

/** Whether a folder has built pages. */
export const isBuilt = (directory: string): boolean => existsSync(join(directory, 'index.html'));
