import { RELAYS, type RelayCapabilities } from '../../vendors/model/relay-capabilities.ts';
import type { VersionContent } from './agent-version.ts';
import { languagesOf, MAX_DECLARED } from './languages.ts';

export interface RelayLack {
  readonly loc: readonly string[];
  readonly msg: string;
}

/** Actions that begin when the relay returns the data of the frame that ends a session. */
const HANDOFFS: readonly string[] = ['action_transfer_call', 'action_add_to_conference'];

/** The first setting or action of an agent that a relay cannot do: it would fail in each call. */
export function relayLack(
  { agent, actions }: Pick<VersionContent, 'agent' | 'actions'>,
  relays: readonly RelayCapabilities[] = Object.values(RELAYS),
): RelayLack | undefined {
  const lacks = (capability: keyof RelayCapabilities) => relays.some((relay) => !relay[capability]);
  const handoff = actions.findIndex(({ type }) => HANDOFFS.includes(type));
  if (handoff >= 0 && lacks('handoffData'))
    return {
      loc: ['actions', String(handoff)],
      msg: 'The carrier cannot transfer calls; remove this action.',
    };
  if (agent.turn_taking?.turn_detection && lacks('turnDetection'))
    return {
      loc: ['turn_taking', 'turn_detection'],
      msg: 'The carrier has no turn detection; remove this setting.',
    };
  if (languagesOf(agent).length > MAX_DECLARED && lacks('furtherLanguages'))
    return { loc: ['languages'], msg: `The carrier permits ${MAX_DECLARED} languages in total.` };
  const secure = Object.entries(agent.steps?.steps ?? {}).find(([, step]) => step.secure)?.[0];
  if (secure !== undefined && lacks('pausedRecording'))
    return {
      loc: ['steps', 'steps', secure, 'secure'],
      msg: 'The carrier cannot pause a recording; remove this step.',
    };
  // The words of a message must be played before the agent hangs up.
  if (agent.voicemail_message && lacks('info'))
    return {
      loc: ['voicemail_message'],
      msg: 'The carrier does not report what was played; remove this message.',
    };
  return undefined;
}
