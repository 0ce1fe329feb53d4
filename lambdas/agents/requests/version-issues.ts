import { ApiError, type Issue, invalidInput, wordsFor } from '../../http/errors.ts';
import type { Table } from '../../platform/table/table.ts';
import type { RecordKey } from '../../records/model/kind.ts';
import type { Agent } from '../model/agent.ts';
import type { StepIssue } from '../model/steps.ts';
import { splitOf, type VersionChoice } from '../model/version-split.ts';
import { versionForCall } from '../store/agent-for-call.ts';
import { UnknownVersion, VersionIncomplete } from '../store/load-version.ts';
import {
  MAX_VERSIONS,
  NoRoomForVersion,
  StepsInvalid,
  UnsupportedByRelay,
  VersionTooLarge,
} from '../store/plan-version.ts';

type Loc = readonly string[];

/** Throws an issue if a version of an agent cannot be stored; `loc` is the agent's location in the request. */
export const throwNoVersion =
  (loc: Loc) =>
  (error: unknown): never => {
    if (error instanceof NoRoomForVersion) {
      const msg = `The agent has ${MAX_VERSIONS} versions, or 2 MB of versions, and all are published or named by numbers; publish other versions, or change the numbers.`;
      throw new ApiError('conflict', [{ loc, msg, type: 'too_many_versions' }]);
    }
    if (error instanceof UnsupportedByRelay) {
      const { loc: field, msg } = error.lack;
      throw invalidInput([{ loc: [...loc, ...field], msg, type: 'unsupported_by_relay' }]);
    }
    if (error instanceof StepsInvalid) throw invalidInput(issuesIn([...loc, 'steps'], error.issues));
    if (error instanceof VersionTooLarge) {
      const msg = 'The agent (prompt, actions, voice and settings) is too large for any call; shorten it.';
      throw invalidInput([{ loc, msg, type: 'agent_too_large' }]);
    }
    throw error;
  };

const MAX_STEP_ISSUES = 50;

/** The issues of an agent's steps, which are at `loc` in the request. */
export const issuesIn = (at: Loc, issues: readonly StepIssue[]): Issue[] =>
  issues.slice(0, MAX_STEP_ISSUES).map(({ loc, ...issue }) => ({ ...issue, loc: [...at, ...loc] }));

export const throwVersionIssue =
  (loc: Loc) =>
  (error: unknown): never => {
    if (error instanceof UnknownVersion) throw invalidInput([unknownVersion(error.version, loc)]);
    if (error instanceof VersionIncomplete)
      throw new ApiError('conflict', issuesOfDeleted(error.version, error.missing, loc));
    throw error;
  };

export const unknownVersion = (version: number, loc: Loc): Issue => ({
  loc,
  msg: `The agent has no version ${version}: it never existed, or it was dropped or deleted; choose one from the list of versions.`,
  type: 'unknown_version',
});

/** An issue for each deleted record that a version needs. */
export const issuesOfDeleted = (version: number, missing: readonly RecordKey[], loc: Loc): Issue[] =>
  missing.map(({ kind, id }) => ({
    loc,
    msg: `Version ${version} needs the ${wordsFor(kind.name)} ${id}, which was deleted; choose another version.`,
    type: 'deleted_since',
  }));

/** Throws the issues of named versions that do not exist, or whose records were deleted. */
export async function requireVersions(
  table: Table,
  agent: Pick<Agent, 'id' | 'user_id'>,
  { choice, loc }: { readonly choice: VersionChoice; readonly loc: readonly string[] },
): Promise<void> {
  const isList = typeof choice !== 'number';
  for (const [index, { version }] of splitOf(choice).entries())
    await versionForCall(table, agent, { version }).catch(
      throwVersionIssue(isList ? [...loc, String(index), 'version'] : loc),
    );
}
