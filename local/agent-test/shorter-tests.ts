import type { AgentTestInput } from '../../lambdas/agent-tests/model/agent-test.ts';

/** Tests that lack one thing that another has, the largest first. */
export function* shorterTests(test: AgentTestInput): Generator<AgentTestInput> {
  const { turns = [], tools, always = [], finally: atEnd = [] } = test;
  const { mocks = [], ...others } = tools ?? {};
  for (const index of turns.keys()) if (turns.length > 1) yield { ...test, turns: without(turns, index) };
  if (tools) {
    const { tools: _, ...bare } = test;
    yield bare;
  }
  for (const index of mocks.keys())
    yield { ...test, tools: mocks.length > 1 ? { ...tools, mocks: without(mocks, index) } : others };
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
