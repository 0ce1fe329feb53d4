import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { agentTuning } from '../../lambdas/agents/model/agent.ts';
import type { VersionContent } from '../../lambdas/agents/model/agent-version.ts';
import { makeVersion, VersionTooLarge } from '../../lambdas/agents/store/plan-version.ts';
import { readContent } from '../../lambdas/agents/store/versions.ts';

const user_id = v7();
const agentId = v7();

const contentWith = (prompt: string): VersionContent => {
  const [promptId, voiceId] = [v7(), v7()];
  return {
    agent: { ...agentTuning.parse({}), id: agentId, user_id, prompt: promptId, voice: voiceId, actions: [] },
    prompt: { id: promptId, user_id, content: prompt },
    voice: { id: voiceId, user_id, type: 'voice_builtin', voice_id: 'default' },
    actions: [],
  };
};
const make = (content: VersionContent, versions?: ReturnType<typeof makeVersion>['versions']) =>
  makeVersion(
    { id: agentId, user_id, ...(versions && { versions }) },
    { content, at: new Date('2026-01-01T12:00:00.000Z'), origin: 'updated' },
  );

describe('a version', () => {
  it('gets the next number of its agent, and is counted', () => {
    const first = make(contentWith('Be kind.'));
    const second = make(contentWith('Be brief.'), first.versions);

    expect([first.record.version, second.record.version]).toEqual([1, 2]);
    expect(second.versions).toMatchObject({
      latest: 2,
      kept: 2,
      bytes: first.record.bytes + second.record.bytes,
      revision: 2,
    });
    expect(second.versions.digest).not.toBe(first.versions.digest);
  });

  it('is read as it was stored', () => {
    const content = contentWith('Be kind.');

    expect(readContent(make(content).record)).toEqual(content);
  });

  it('is refused if it is too large for any call', () => {
    const content = contentWith(randomBytes(350_000).toString('base64'));

    expect(() => make(content)).toThrow(VersionTooLarge);
  });
});
