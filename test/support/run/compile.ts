import { execFileSync } from 'node:child_process';

const OPTIONS = [
  '--noEmit',
  '--ignoreConfig',
  '--strict',
  '--exactOptionalPropertyTypes',
  '--allowImportingTsExtensions',
];
const TARGET = ['--target', 'es2024', '--module', 'nodenext', '--types', 'node', '--skipLibCheck'];

/** The compiler's messages about TypeScript files, with all strict options. */
export function compile(files: readonly string[]): string {
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...OPTIONS, ...TARGET, ...files], {
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return String((error as { stdout: unknown }).stdout);
  }
}
