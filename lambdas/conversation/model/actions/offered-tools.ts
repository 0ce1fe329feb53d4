import { entryOf } from '../../../agents/model/steps.ts';
import type { Session } from '../session.ts';
import { stepsOf } from '../steps/session-steps.ts';
import { stepTools } from '../steps/step-tools.ts';
import { type Tool, toolsOf } from './tools.ts';

/** All tools of the agent that has the call. */
export const toolsIn = ({ agent, settings }: Session): Tool[] => toolsOf(agent, settings);

/** The same for all of its actions: a step can also do one that a phrase triggers. */
export const doableTools = ({ agent, settings }: Session): Tool[] => toolsOf(agent, settings, () => true);

/** The tools that the model is offered now: in a step, its own and those of its actions. Built-in ones are always offered. */
export function offeredTools(session: Session, tools = toolsIn(session)): Tool[] {
  const own = stepsOf(session);
  if (!own) return tools;
  const { step } = own.state;
  const { actions, collect = {} } = entryOf(own.steps.steps, step) ?? {};
  const readBack = Object.keys(collect).filter((name) => entryOf(collect, name)?.confirm !== 'none');
  return [
    ...tools.filter(({ name, action }) => action.id === null || (actions?.includes(name) ?? true)),
    ...stepTools(own.steps, own.state).map((tool): Tool => {
      return { ...tool, action: { id: null, type: tool.name, step, readBack } };
    }),
  ];
}
