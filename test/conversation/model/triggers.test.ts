import { expect, it } from 'vitest';
import type { CallAction } from '../../../lambdas/actions/model/action.ts';
import { triggeredBy } from '../../../lambdas/conversation/model/actions/triggers.ts';
import { session } from '../../support/records.ts';

const onKeys: CallAction = {
  id: 'on-keys',
  user_id: 'user',
  type: 'action_end_conversation',
  config: {},
  action_trigger: {
    type: 'action_trigger_phrase_based',
    config: { phrase_triggers: [{ phrase: '90', conditions: ['phrase_condition_type_keys'] }] },
  },
};

it.each([
  ['exactly the keys', 'human', '90', ['on-keys']],
  ['no more keys', 'human', '901', []],
  ['not when the contact says them', 'human', undefined, []],
  ['not when the agent says them', 'agent', undefined, []],
] as const)('keys trigger an action: %s', (_, sender, digits, ids) => {
  const before = session();
  const withAction = { ...before, agent: { ...before.agent, actions: [onKeys] } };

  const actions = triggeredBy({ sender, text: '90', digits }, withAction);

  expect(actions.map(({ id }) => id)).toEqual(ids);
});
