import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callStatus } from '../../../lambdas/calls/model/call.ts';
import { isFinal, transitions } from '../../../lambdas/calls/model/call-state.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/architecture.md'), 'utf8');

/** The arrows of the diagram of calls, each as `from --> to: name`; those from the beginning and to the end as `[*]`. */
function drawn(): string[] {
  const [, section = ''] = document.split('## States of a call');
  const [, diagram = ''] = /```mermaid\n([^`]*)```/.exec(section) ?? [];
  return [...diagram.matchAll(/^ +(\S+) --> (\S+?)(?:: (\w+).*)?$/gm)].map(
    ([, from, to, name]) => `${from} --> ${to}${name && from !== '[*]' ? `: ${name}` : ''}`,
  );
}

it('draws exactly the transitions of a call', () => {
  const moves = Object.entries(transitions).flatMap(([name, { from, to }]) =>
    from.map((state) => `${state} --> ${to}: ${name}`),
  );
  const ends = callStatus.options.filter(isFinal).map((state) => `${state} --> [*]`);

  expect(drawn().sort()).toEqual(['[*] --> not_started', ...moves, ...ends].sort());
});
