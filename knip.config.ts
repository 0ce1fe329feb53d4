import { globSync, readFileSync } from 'node:fs';
import type { KnipConfig } from 'knip';

/** Functions: the bundles name these files by path, and no import does. */
const functions = globSync('lambdas/**/*.ts').filter((file) =>
  /^export (const|async function) handler\b/m.test(readFileSync(file, 'utf8')),
);

/** `npm run knip` finds files, exports and dependencies that nothing uses. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        ...functions,
        // Bundles serve the endpoints of these files by name: see lib/bundles.ts.
        'lambdas/*/endpoints/*.ts',
        // esbuild puts this file in the place of a package: see lib/bundles.ts.
        'lib/lambda-credentials.ts',
        // Programs that npm scripts, tests and measurements start as processes.
        'bin/*.{ts,mjs}',
        // The package exports it: see bin/build-package.ts.
        '{index.cjs,lib/index.ts}',
        'local/{start,synthesize-process,call/call,watch/watch}.ts',
        'bench/{bench,load/*,handlers/*}.{ts,cjs}',
        'examples/{*,tests/**/*}.ts',
        'test/**/*.test.ts',
        'test/lib/releases/*.ts',
        'test/console/screenshots.ts',
      ],
      project: ['{bench,bin,examples,lambdas,lib,local,test}/**/*.{ts,mjs,cjs}'],
    },
    // A package's `exports` offer all of `src`.
    'packages/*': { entry: 'test/**/*.test.ts', project: '**/*.ts' },
    'packages/cdk-local': {
      entry: ['test/**/*.test.ts', 'test/**/*-process.ts'],
      project: '**/*.ts',
    },
    'packages/cli': {
      entry: ['src/main.ts', 'test/**/*.test.ts'],
      project: '**/*.{ts,mjs}',
    },
    console: { project: 'src/**/*.{ts,tsx}' },
    'lib/openapi/types': { entry: 'types-of.ts' },
  },
  // Commands that bin/run.mjs starts, and the parser that dependency-cruiser loads.
  ignoreDependencies: ['@biomejs/biome', '@swc/core', 'aws-cdk', 'dependency-cruiser'],
  // Amazon's DynamoDB Local needs Java, which the machine may have. The package is installed by its test.
  ignoreBinaries: ['img2webp', 'java', 'phone-call-agents'],
  // A type or constant may be exported for its readers' sake. One that its own file does not use either is unused.
  ignoreExportsUsedInFile: true,
};

export default config;
