import { expect, it } from 'vitest';
import type { CallAction } from '../../../lambdas/actions/model/action.ts';
import { triggeredBy } from '../../../lambdas/conversation/model/change.ts';
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

const onPhrase: CallAction = {
  ...onKeys,
  action_trigger: {
    type: 'action_trigger_phrase_based',
    config: {
      phrase_triggers: [{ phrase: "I'm connecting you…", conditions: ['phrase_condition_type_contains'] }],
    },
  },
};

const idsOf = (action: CallAction, message: Parameters<typeof triggeredBy>[0]) => {
  const before = session();
  const withAction = { ...before, agent: { ...before.agent, actions: [action] } };
  return triggeredBy(message, withAction).map(({ id }) => id);
};

it('a phrase of the agent triggers an action however it is written', () => {
  const text = 'One moment, I’m CONNECTING\u00a0you now.';

  expect(idsOf(onPhrase, { sender: 'agent', text, digits: undefined })).toEqual(['on-keys']);
  expect(idsOf(onPhrase, { sender: 'human', text, digits: undefined })).toEqual([]);
});

it.each([
  ['exactly the keys', 'human', '90', ['on-keys']],
  ['no more keys', 'human', '901', []],
  ['not when the contact says them', 'human', undefined, []],
  ['not when the agent says them', 'agent', undefined, []],
] as const)('keys trigger an action: %s', (_, sender, digits, ids) => {
  expect(idsOf(onKeys, { sender, text: '90', digits })).toEqual(ids);
});
