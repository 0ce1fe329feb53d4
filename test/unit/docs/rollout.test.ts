import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', `${name}.md`), 'utf8');

/** The commands in a page's blocks of shell that deploy stacks. */
const deployments = (text: string) =>
  [...text.matchAll(/```sh\n(.*?)```/gs)]
    .flatMap(([, block = '']) => block.split('\n'))
    .filter((line) => /\b(cdk|npm run) deploy\b/.test(line));

const sections = read('runbook').split(/^## /m);
const isOnRollingBack = (section: string) => section.startsWith('Roll back\n');

const AT_ONCE = / -c rollout=at-once /;

describe('a deployment while alarms are raised', () => {
  it('is made at once when the table is restored', () => {
    const [, afterStop = ''] = read('restore').split('\n### 1. Stop all writes\n');
    const commands = deployments(afterStop);

    expect(commands).toHaveLength(2);
    for (const command of commands) expect(command).toMatch(AT_ONCE);
  });

  it('is made at once when the former commit is deployed', () => {
    const commands = deployments(sections.find(isOnRollingBack) ?? '');

    expect(commands).toHaveLength(1);
    for (const command of commands) expect(command).toMatch(AT_ONCE);
  });

  it('leads to the section that says how, wherever the runbook says to roll back', () => {
    const others = sections.filter((section) => !isOnRollingBack(section));
    const instructions = others.flatMap((section) => section.match(/\[?\broll back\b.{0,12}/gi) ?? []);

    expect(instructions.length).toBeGreaterThanOrEqual(3);
    for (const text of instructions) expect(text).toMatch(/^\[roll back\]\(#roll/i);
  });

  it('leads there from the page on restoring', () => {
    const row = read('restore')
      .split('\n')
      .find((line) => line.startsWith('| a function '));

    expect(row).toContain('(runbook.md#roll-back)');
  });
});
