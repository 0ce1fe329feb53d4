import type { RuleInput } from 'vendor-simulators/model/rules.ts';
import type { CallAction } from '../../lambdas/actions/model/action.ts';
import { rowsOf } from '../support/rows.ts';
import { END, external, HOLD, TRANSFER, testedAgent } from './played-test.ts';

const RULES = rowsOf<RuleInput>(import.meta.url, 'corpus/receptionist.jsonl');

const DAY = { day: { type: 'string' } };
const cancel = external('cancel', 3, DAY);

const ACTIONS: CallAction[] = [
  external('find_slot', 1, DAY),
  { ...external('book', 2, DAY), type: 'action_mcp' },
  { ...cancel, config: { ...cancel.config, confirm: true } },
  HOLD,
  END,
  TRANSFER,
];

/** A receptionist that looks for a slot, books one and cancels it; `changes`: rules that come first. */
export const receptionist = (changes: readonly RuleInput[] = []) =>
  testedAgent({
    greeting: 'Hillside surgery, good morning. What can I do for you today?',
    actions: ACTIONS,
    settings: {
      dtmf_input: { terminator: '#', timeout_seconds: 5, max_length: 12 },
      ask_if_human_present_on_idle: true,
    },
    replies: [...changes, ...RULES],
  });
