import * as z from 'zod/mini';
import { actionRun } from '../../actions/model/action.ts';
import type { CallSnapshot, ConversationAgent } from '../../agents/model/call-snapshot.ts';
import { id } from '../../platform/fields.ts';
import { type Language, language } from '../../vendors/model/languages.ts';
import { answererState } from './answerer/who-answered.ts';
import { callFacts } from './filled-texts.ts';
import { pressedKey } from './keys/keypad.ts';
import { leftStep, stepExit, stepsState } from './steps/steps-state.ts';
import { turnFigures } from './turn-figures.ts';

/** The agent's answer that is not yet known to be played. */
const pendingAnswer = z.lazy(() =>
  z.object({
    text: z.string(),
    complete: z.boolean(),
    /** When the answer began; ISO 8601, UTC. */
    timestamp: z.string(),
    figures: z.optional(turnFigures),
  }),
);
export type PendingAnswer = z.infer<typeof pendingAnswer>;

/** A request of an external action: the contact's turn that it is made for, and when; ISO 8601, UTC. */
const sentRequest = z.lazy(() => z.object({ key: z.string(), turn: z.number(), at: z.string() }));
export type SentRequest = z.infer<typeof sentRequest>;

/** The agent's words at a silence timeout: it asks whether the contact is there, or says goodbye. */
const silenceWords = z.enum(['presence', 'goodbye']);
export type SilenceWords = z.infer<typeof silenceWords>;

/** How a conversation listens for a while, in place of its agent's own settings. */
const listeningOverride = z.lazy(() =>
  z.object({
    /** Whether a turn ends only after a longer pause. */
    patient: z.boolean(),
    /** Words that speech recognition expects besides the agent's own keywords. */
    hints: z.array(z.string()),
  }),
);
export type ListeningOverride = z.infer<typeof listeningOverride>;

export const storedSession = z.lazy(() =>
  z.object({
    call_id: id,
    user_id: id,
    /** The snapshot that its call shares with other calls; absent if it has its own. */
    snapshot_id: z.optional(id),
    agent_version: z.optional(z.int()),
    campaign_id: z.optional(id),
    detects_do_not_call: z.optional(z.boolean()),
    /** The call advertises: one word asks not to be called again. */
    is_marketing: z.optional(z.boolean()),
    context: z.optional(z.nullable(z.record(z.string(), z.string()))),
    facts: z.optional(callFacts),
    /** No words of the conversation may be published or stored after its end. */
    hipaa_compliant: z.optional(z.boolean()),
    /** Increases with each utterance and interruption of the contact. An answer of an older generation stops. */
    generation: z.number(),
    /** Increases with each write, to detect concurrent writes. */
    version: z.number(),
    turns: z.number(),
    /** The generation whose words or keys await an answer; an interruption begins another one. */
    unanswered_generation: z.optional(z.number()),
    answer: z.optional(pendingAnswer),
    /** Characters of the pending answer that the vendor reported as played; and whether it reports that at all. */
    played_characters: z.optional(z.number()),
    reports_playback: z.optional(z.boolean()),
    /** The latest report of played words: its frame and the words. */
    last_played: z.optional(z.string()),
    failures: z.number(),
    /** The user's daily token quota is used up: the platform's models may not answer. */
    out_of_tokens: z.optional(z.boolean()),
    wasted_tokens: z.optional(z.number()),
    /** The agent has said goodbye; the call ends when it was spoken. */
    ending: z.optional(z.boolean()),
    /** The action that takes the call over when the agent's words about it were spoken. */
    handoff: z.optional(id),
    /** The action by which the agent is about to leave. It is stored as a turn when the agent leaves, or is stopped. */
    intention: z.optional(actionTurn),
    /** The latest requests of external actions, noted before they are sent. Results are turns with their keys. */
    requests: z.optional(z.array(sentRequest)),
    /** The agent is on hold: it says nothing until the contact returns. */
    holding: z.optional(z.boolean()),
    /** The language that is spoken now, if it is not the agent's first one. */
    language: z.optional(language),
    /** How far it is in the steps of its agent; absent if the agent has none. */
    steps: z.optional(stepsState),
    /** The exit from a step that no turn has yet: the next turn gets it. */
    left_step: z.optional(leftStep),
    /** Why keys gave no value, for the model's next answer. */
    step_hint: z.optional(z.string()),
    /** The other agent that goes on with the call. */
    handed_to: z.optional(handedTo),
    /** How the agent listens for a while, in place of its settings. */
    listening_override: z.optional(listeningOverride),
    /** The vendor refused the voice or the transcription of the call, or the latter failed: the most common settings are used. */
    voice_refused: z.optional(z.boolean()),
    /** Whether the agent leaves a message if a machine answers; and whether it is leaving one or has left it. */
    leaves_message: z.optional(z.boolean()),
    voicemail: z.optional(z.boolean()),
    /** Whether the agent hangs up on machines. */
    hangs_up_on_machines: z.optional(z.boolean()),
    /** What answered an outbound call, as far as it is known; absent if the contact called. */
    answerer: z.optional(answererState),
    /** Keys that the contact pressed and that are part of no turn yet; and those of the last turn of keys. */
    pressed_keys: z.optional(z.array(pressedKey)),
    entered_keys: z.optional(z.array(pressedKey)),
    expected_keys: z.optional(z.number()),
    /** Keys that no record may show, by the number of their turn; removed when the conversation is closed. */
    secret_keys: z.optional(z.record(z.string(), z.string())),
    /** The contact's words in the present secure step, by the number of their turn. */
    secret_words: z.optional(z.record(z.string(), z.string())),
    /** The agent's last words at a silence timeout, and their generation. */
    silence_words: z.optional(z.object({ generation: z.number(), words: silenceWords })),
    /** The silence that a check of an earlier generation watches: nobody answered, and the agent asked again. */
    silence: z.optional(
      z.object({ generation: z.number(), since: z.string(), check: z.optional(z.string()) }),
    ),
    relay_session_id: z.optional(z.string()),
    /** The connection that took the conversation over, if it is not the first one; and when the present one opened. */
    connection_id: z.optional(z.string()),
    connected_ms: z.optional(z.number()),
    /** When the relay lost its connection, until another one takes over; ISO 8601, UTC. */
    dropped_at: z.optional(z.string()),
    /** The frame whose invocation answers the contact's latest words. */
    answering: z.optional(z.string()),
    /** When a frame was last lost; ISO 8601, UTC. It may have reported played words. */
    lost_frame_at: z.optional(z.string()),
    /** The connection over which the unplayed words of an answer were sent again, and their generation. */
    rest_sent_to: z.optional(z.string()),
    /** The contact's words and keys that the vendor may report again over the new connection, until a time. */
    replay: z.optional(z.object({ until: z.string(), inputs: z.array(z.string()) })),
    resumes: z.optional(z.string()),
    closed: z.optional(z.boolean()),
    /** It is a rehearsal by text, not a telephone call; ISO 8601, UTC. */
    rehearsal: z.optional(z.object({ begun_at: z.string() })),
  }),
);
export type StoredSession = z.infer<typeof storedSession>;

export type Session = StoredSession &
  ConversationAgent & {
    /** The agents that can speak in this call, by their ids; absent if only one can. */
    readonly handoff_agents?: CallSnapshot['handoff_agents'];
    /** The agent's first language, if its settings name another one because it is spoken now. */
    readonly first_language?: Language;
  };

export function sessionWith(stored: StoredSession, snapshot: CallSnapshot): Session {
  const session = { ...stored, ...agentOf(snapshot, stored.detects_do_not_call) };
  return inLanguage(speaking(session, stored.handed_to), stored.language);
}

/** The session with another language, so that all of the service's own phrases are in that language. */
export const inLanguage = <S extends Pick<Session, 'settings' | 'language' | 'first_language'>>(
  session: S,
  spoken: Language | undefined,
): S =>
  spoken === undefined || spoken === session.settings.language
    ? session
    : {
        ...session,
        language: spoken,
        first_language: session.first_language ?? session.settings.language,
        settings: { ...session.settings, language: spoken },
      };

/** The agent of a conversation. The call decides whether it listens for do-not-call requests. */
export function agentOf(
  { agent, settings, handoff_agents: others }: CallSnapshot,
  run_do_not_call_detection = false,
): ConversationAgent & Pick<Session, 'handoff_agents'> {
  const own = { agent, settings: { ...settings, run_do_not_call_detection } };
  return { ...own, ...(others && { handoff_agents: { ...others, [agent.id]: own } }) };
}

export const withoutAgent = ({
  agent: _,
  settings: __,
  first_language: ___,
  handoff_agents: ____,
  ...stored
}: Session): StoredSession => stored;

const turnFields = () => ({
  call_id: id,
  user_id: id,
  webhook_id: z.nullable(id),
  agent_version: z.optional(z.int()),
  campaign_id: z.optional(id),
  hipaa_compliant: z.optional(z.boolean()),
  rehearsal: z.optional(z.boolean()),
  number: z.number(),
  timestamp: z.string(),
  figures: z.optional(turnFigures),
  /** The agent that had the call, once it was handed over. */
  agent_id: z.optional(id),
  /** The step in which it was said or done, and the exit that was taken after it. */
  step: z.optional(z.string()),
  exit: z.optional(stepExit),
});

/** The result of an action. Absent fields mean that it took no time and did not fail. */
const actionOutcome = () => ({ took_ms: z.optional(z.number()), failed: z.optional(z.boolean()) });

const spokenTurn = z.lazy(() =>
  z.object({
    ...turnFields(),
    sender: z.enum(['agent', 'human']),
    text: z.string(),
    /** Words of the contact that the vendor never reported as final: there may have been others, or more. */
    never_final: z.optional(z.boolean()),
  }),
);
export type SpokenTurn = z.infer<typeof spokenTurn>;

/** Which request of an external action this is the result of, and what the agent had said of its answer by then. */
const requestOfTurn = () =>
  z.object({
    key: z.string(),
    turn: z.number(),
    answer: z.object({ timestamp: z.string(), characters: z.number() }),
  });

const actionTurn = z.lazy(() =>
  z.object({
    ...turnFields(),
    ...actionOutcome(),
    action: actionRun,
    request: z.optional(requestOfTurn()),
  }),
);
export type ActionTurn = z.infer<typeof actionTurn>;

export const turn = z.lazy(() => z.union([spokenTurn, actionTurn]));
export type Turn = z.infer<typeof turn>;

export const isSpoken = (turn: Turn): turn is SpokenTurn => 'sender' in turn;

export const isOfContact = (turn: Turn): turn is SpokenTurn => isSpoken(turn) && turn.sender === 'human';

export const inOrder = (turns: readonly Turn[]): Turn[] =>
  turns.toSorted((one, other) => one.number - other.number);

export interface Conversation {
  readonly session: Session;
  readonly turns: readonly Turn[];
}

/** Whether the agent leaves the call when its words were spoken. */
export const isLeaving = ({ ending, handoff }: Pick<Session, 'ending' | 'handoff'>) =>
  ending === true || handoff !== undefined;

/** The other agent that goes on with a call. */
export const handedTo = z.lazy(() =>
  z.object({
    agent: z.string(),
    /** The call's own agent. */
    own: z.string(),
    /** The agent whose voice is heard; absent for the call's own. */
    voice_of: z.optional(z.string()),
    /** The number of turns before, and what of them the agent knows. */
    turns: z.number(),
    history: z.union([z.enum(['all', 'words', 'none']), z.object({ last: z.number() })]),
  }),
);
export type HandedTo = z.infer<typeof handedTo>;

/** Settings of an agent that go with it. Others are those with which the relay was connected, or the call's. */
const OWN_SETTINGS = [
  ...(['name', 'steps', 'vector_database', 'llm_account_connection', 'llm_model_name_override'] as const),
  ...(['llm_fallback', 'llm_temperature', 'llm_reasoning_effort'] as const),
];

/** The conversation with the agent that has it now. Events of the call go to the webhook of its own agent. */
export function speaking<S extends ConversationAgent & Pick<Session, 'handoff_agents'>>(
  session: S,
  taken: HandedTo | undefined,
): S {
  const { handoff_agents: agents, agent: first } = session;
  const other = taken && agents?.[taken.agent];
  if (!other) return session;
  const { voice } = agents[taken.voice_of ?? '']?.agent ?? first;
  const own = Object.fromEntries(OWN_SETTINGS.map((name) => [name, other.settings[name]]));
  return {
    ...session,
    agent: { ...other.agent, webhook: first.webhook, voice },
    settings: { ...session.settings, ...own },
  };
}
