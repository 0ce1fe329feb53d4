import type { EventLog } from '../state/event-log.ts';
import type { RelaySettings } from '../twiml/relay-settings.ts';
import type { RelaySocket } from './relay-socket.ts';
import type { SpeechListener } from './speech.ts';

/** Sends an `info` frame if the application requested that kind of event. */
export function sendInfo(socket: RelaySocket, settings: RelaySettings, name: string, value: string): void {
  const event = name === 'tokensPlayed' ? 'tokens-played' : 'speaker-events';
  if (settings.events.includes(event)) socket.send({ type: 'info', name, value });
}

/** Logs the agent's words as they are spoken, and reports them to the application. */
export function agentVoice(log: EventLog, info: (name: string, value: string) => void): SpeechListener {
  return {
    turnStarted: () => info('agentSpeaking', 'on'),
    wordSpoken: (text) => log.add({ type: 'agent', text, source: 'relay' }),
    piecePlayed: (text) => info('tokensPlayed', text),
    turnEnded: (text, interrupted) => {
      log.add({ type: 'agent_turn', text, interrupted });
      info('agentSpeaking', 'off');
    },
  };
}
