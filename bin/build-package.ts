// Builds the package that CDK apps import and that runs the local service without the repository: JavaScript, types,
// the functions' bundles and the console's pages. Writes the folder build/package, and the tarball beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod';
import { bundledFunctions } from '../lib/bundles.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, 'build');
const PACKAGE = join(BUILT, 'package');

/** Files that programs read besides their code. */
const FILES = [
  'LICENSE',
  'README.md',
  'cdk.json',
  'index.cjs',
  'bin/phone-call-agents.mjs',
  'bin/run.mjs',
  'docs/agent-test.schema.json',
  'examples/agents',
  'examples/conversations',
  'examples/tests',
  'lib/console/edge',
  'local/call/scripts',
];

/** The commands of `npx phone-call-agents`: scripts of `package.json`. */
const COMMANDS = [
  'start',
  'phone-agents',
  'call',
  'agent-test',
  'watch',
  'console',
  'token',
  'logs',
  'preflight',
  'smoke',
  'point-numbers',
  'restore',
  'erase',
];

/** Packages that only commands or type declarations use. */
const OF_COMMANDS = ['@aws-sdk/client-cloudwatch-logs', '@types/aws-lambda', 'wrap-ansi'];

/** This repository's own packages, which no registry has: the tarball contains them. */
const OWN = ['cdk-local', 'client', 'vendor-simulators'].map((folder) => `packages/${folder}`);

const texts = z.record(z.string(), z.string());
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.string(),
  engines: z.optional(texts),
  exports: z.optional(texts),
  scripts: texts.default({}),
  dependencies: texts,
  devDependencies: texts,
});

const readManifest = (folder = '') =>
  manifest.parse(JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')));

function writeJson(path: string, value: unknown): void {
  mkdirSync(dirname(join(PACKAGE, path)), { recursive: true });
  writeFileSync(join(PACKAGE, path), JSON.stringify(value, undefined, 2));
}

function compile(): void {
  writeJson('tsconfig.json', {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      incremental: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      declaration: true,
      declarationMap: true,
      rootDir: ROOT,
      outDir: PACKAGE,
    },
    include: ['bin', 'environments', 'lambdas', 'lib', 'local', 'packages/*/src'].map((path) =>
      join(ROOT, path),
    ),
    exclude: ['bin/build-package.ts', 'bin/client-types.ts', 'lib/openapi/types'].map((path) =>
      join(ROOT, path),
    ),
  });
  execFileSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', join(PACKAGE, 'tsconfig.json')], {
    stdio: 'inherit',
  });
  rmSync(join(PACKAGE, 'tsconfig.json'));
}

/** The sources that describe settings. */
const DESCRIPTIONS = /^(lib\/config\/.+|lambdas\/.+\/settings|lambdas\/usage\/model\/(quotas|prices))\.ts$/;

/** Lets editors jump from a setting's type to its description. Deletes the other maps. */
function keepDescriptions(): void {
  for (const file of globSync('**/*.d.ts.map', { cwd: PACKAGE })) {
    const path = join(PACKAGE, file);
    const source = file.replace('.d.ts.map', '.ts');
    if (!DESCRIPTIONS.test(source)) {
      rmSync(path);
      continue;
    }
    cpSync(join(ROOT, source), join(PACKAGE, 'src', source));
    const sources = [relative(dirname(file), join('src', source))];
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), sources }));
  }
}

function addOwnPackages(): void {
  for (const source of OWN) {
    const { name, version, type, dependencies, exports = {} } = readManifest(source);
    const folder = `node_modules/${name}`;
    writeJson(`${folder}/package.json`, {
      name,
      version,
      type,
      dependencies,
      exports: Object.fromEntries(
        Object.entries(exports).map(([path, file]) => [path, file.replace(/\.ts$/, '.js')]),
      ),
    });
    renameSync(join(PACKAGE, source, 'src'), join(PACKAGE, folder, 'src'));
  }
}

/** The oldest versions that synthesize the stacks: 2.268 refuses the ids of acknowledged findings. */
const LEAST_CDK = { 'aws-cdk-lib': '^2.271.0', constructs: '^10.5.0' };

function writeManifest(): void {
  const { scripts, devDependencies, dependencies, ...root } = readManifest();
  const own = OWN.map(readManifest);
  writeJson('package.json', {
    ...root,
    bin: { 'phone-call-agents': 'bin/phone-call-agents.mjs' },
    exports: {
      '.': { types: './lib/index.d.ts', default: './index.cjs' },
      './agent-test': {
        types: './lambdas/agent-tests/model/agent-test.d.ts',
        default: './lambdas/agent-tests/model/agent-test.js',
      },
      './package.json': './package.json',
    },
    imports: { '#cli/*.ts': './packages/cli/src/*.js' },
    scripts: Object.fromEntries(COMMANDS.map((name) => [name, scripts[name]])),
    dependencies: {
      ...dependencies,
      ...Object.assign({}, ...[readManifest('packages/cli'), ...own].map((each) => each.dependencies)),
      ...Object.fromEntries(own.map(({ name, version }) => [name, version])),
      ...Object.fromEntries(OF_COMMANDS.map((name) => [name, devDependencies[name]])),
    },
    bundleDependencies: own.map(({ name }) => name),
    peerDependencies: LEAST_CDK,
  });
}

rmSync(PACKAGE, { recursive: true, force: true });
mkdirSync(PACKAGE, { recursive: true });
const pages = ['--outDir', join(PACKAGE, 'console', 'dist'), '--emptyOutDir'];
execFileSync('npm', ['run', '--silent', 'client:types'], { cwd: ROOT, stdio: 'inherit' });
// Not in console/dist, which a local service may be serving.
execFileSync('npm', ['run', '--silent', 'console:build', '--', ...pages], {
  cwd: ROOT,
  stdio: ['ignore', 'ignore', 'inherit'],
});
for (const path of FILES) cpSync(join(ROOT, path), join(PACKAGE, path), { recursive: true });
compile();
keepDescriptions();
addOwnPackages();
cpSync(bundledFunctions(), join(PACKAGE, 'bundles'), { recursive: true });
writeManifest();
execFileSync('npm', ['pack', '--silent', '--pack-destination', BUILT], { cwd: PACKAGE, stdio: 'inherit' });
