import type { StepAction, ToolOutcome } from '../model/actions/tools.ts';
import type { ModelEvent } from '../model/steps/model-events.ts';
import type { ActionLog } from './action-log.ts';
import type { Speech } from './speech.ts';

type Input = Readonly<Record<string, unknown>>;

interface StepContext {
  readonly log: ActionLog;
  readonly speech: Speech;
}

/** Sets values, confirms one, or leaves a step. The model is asked again if that was refused, or nothing was said. */
export async function useStepTool(
  action: StepAction,
  input: Input,
  { log, speech }: StepContext,
): Promise<Omit<ToolOutcome, 'call'>> {
  // An answer that left the step needs no other one because of its further calls.
  const isLate = action.step !== log.session.steps?.step;
  const move = await log.follow(eventOf(action, input));
  if (!move) {
    speech.stop();
    return { output: {}, again: false };
  }
  for (const words of move.says) await speech.add(words);
  const isRefused = move.hints.length > 0;
  const again = move.says.length === 0 && ((isRefused && !isLate) || !speech.hasOwnWords);
  return { output: isRefused ? { error: move.hints.join(' ') } : {}, again };
}

function eventOf({ type, step }: StepAction, input: Input): ModelEvent {
  const name = String(input.name);
  switch (type) {
    case 'set_values': {
      const values = Object.entries(input).map(([value, words]) => [value, String(words)]);
      return { type: 'set', step, values: Object.fromEntries(values) };
    }
    case 'confirm_value':
      return { type: 'confirm', step, name };
    case 'take_exit':
      return { type: 'exit', step, name };
  }
}
