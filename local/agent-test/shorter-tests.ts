import type { AgentTestInput } from '../../lambdas/agent-tests/model/agent-test.ts';

/** Tests that lack one thing that another has, the largest first. */
export function* shorterTests(test: AgentTestInput): Generator<AgentTestInput> {
  const { turns = [], tools, always = [], finally: atEnd = [] } = test;
  const { mocks = [] } = tools ?? {};
  for (const index of turns.keys()) if (turns.length > 1) yield { ...test, turns: without(turns, index) };
  for (const index of mocks.keys()) {
    const { tools: _, ...bare } = test;
    yield mocks.length > 1 ? { ...test, tools: { ...tools, mocks: without(mocks, index) } } : bare;
  }
  if (atEnd.length > 0 && always.length > 0) {
    const { finally: _, ...bare } = test;
    yield bare;
  }
  for (const index of always.keys()) {
    const { always: all, ...bare } = test;
    if (always.length > 1) yield { ...test, always: without(always, index) };
    else if (atEnd.length > 0) yield bare;
  }
  for (const [index, { optional, ...turn }] of turns.entries())
    if (optional) yield { ...test, turns: turns.with(index, turn) };
  for (const [index, { optional, ...mock }] of mocks.entries())
    if (optional) yield { ...test, tools: { ...tools, mocks: mocks.with(index, mock) } };
}

const without = <Item>(items: readonly Item[], index: number): Item[] => items.toSpliced(index, 1);
