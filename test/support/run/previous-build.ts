import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EnvironmentName } from '../../../local/synthesize.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * Names the commit of the earlier build, for example the deployed one. @default the commit before the last change of
 * the functions
 */
const VARIABLE = 'PREVIOUS_BUILD';

/** The commit of an earlier build, or the reason why there is none. */
export type PreviousCommit = { readonly commit: string } | { readonly missing: string };

/** Finds the commit to build. Never throws: a copy of the project without its history has no earlier build. */
export function findPreviousCommit(): PreviousCommit {
  try {
    const name = process.env[VARIABLE] ?? commitBeforeChange();
    return { commit: git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`) };
  } catch {
    const wanted = process.env[VARIABLE];
    return {
      missing:
        wanted === undefined
          ? 'the history of the functions is not here'
          : `the commit ${wanted} is not here`,
    };
  }
}

/** The last commit if the functions have changed since, otherwise the one before their last change. */
function commitBeforeChange(): string {
  if (git('status', '--porcelain', '--', 'lambdas') !== '') return 'HEAD';
  return `${git('log', '-1', '--format=%H', '--', 'lambdas')}^`;
}

const git = (...given: string[]): string =>
  execFileSync('git', given, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** A build of an earlier commit. */
export interface PreviousBuild {
  /** The directory of its cloud assembly. */
  readonly assembly: string;
  remove(): void;
}

/** Synthesizes an environment of a commit with its functions' bundles; the packages are the present ones. Takes some 20 seconds. */
export function buildPrevious(commit: string, environment: EnvironmentName): PreviousBuild {
  const folder = mkdtempSync(join(tmpdir(), 'phone-call-agents-build-'));
  const source = join(folder, 'source');
  mkdirSync(source);
  const archive = join(folder, 'source.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', source]);
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  const program = join(source, 'local', 'synthesize-process.ts');
  const assembly = execFileSync(process.execPath, [program, environment, folder], {
    cwd: source,
    encoding: 'utf8',
  });
  return { assembly: assembly.trim(), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
