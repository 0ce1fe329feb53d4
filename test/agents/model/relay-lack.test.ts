import { expect, it } from 'vitest';
import { relayLack } from '../../../lambdas/agents/model/relay-lack.ts';
import { RELAYS, type RelayCapabilities } from '../../../lambdas/vendors/model/relay-capabilities.ts';
import { SUPPORT } from '../../support/agent-steps.ts';

const turn_taking = { ask_ahead: false, requests_ahead: 2, turn_detection: true };

const languages = (['es', 'de', 'fr', 'it', 'pt'] as const).map((language) => ({ language }));

it.each<[keyof RelayCapabilities, object, readonly string[], readonly string[]]>([
  ['handoffData', {}, ['action_dtmf', 'action_transfer_call'], ['actions', '1']],
  ['handoffData', {}, ['action_add_to_conference'], ['actions', '0']],
  ['turnDetection', { turn_taking }, [], ['turn_taking', 'turn_detection']],
  ['furtherLanguages', { languages }, [], ['languages']],
  ['pausedRecording', { steps: SUPPORT }, [], ['steps', 'steps', 'pay', 'secure']],
  ['info', { voicemail_message: 'Hello.' }, [], ['voicemail_message']],
])('an agent that needs %s of a relay without it is refused at the place: %j %j', (capability, agent, types, loc) => {
  const content = { agent, actions: types.map((type) => ({ type })) } as never;
  const lacking = { ...RELAYS.telephony_vendor_a, [capability]: false };

  expect(relayLack(content, [lacking])).toMatchObject({ loc });
  expect(relayLack(content, [RELAYS.telephony_vendor_a, lacking])).toMatchObject({ loc });
  expect(relayLack(content)).toBeUndefined();
  expect(relayLack({ agent: {}, actions: [] } as never, [lacking])).toBeUndefined();
});
