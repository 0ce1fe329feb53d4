import type { Schema } from '../../api/client.ts';
import { milliseconds } from '../../format/duration.ts';
import type { ShownTurn } from './transcript.ts';

/** The names of an agent's actions, by their ids. */
export type ActionNames = ReadonlyMap<string, string>;

/** The names by which the model knows the external actions of an agent. Other actions have no name. */
export function namesOfActions(
  actions: readonly { readonly id: string; readonly config?: object | undefined }[],
): ActionNames {
  return new Map(
    actions.flatMap(({ id, config = {} }) =>
      'name' in config && typeof config.name === 'string' ? [[id, config.name] as const] : [],
    ),
  );
}

/** A turn of the API's record, as the page shows it. `names`: those of the agent's actions, as it was. */
export function shownTurn(turn: Schema<'CallTurn'>, names: ActionNames = new Map()): ShownTurn {
  return {
    key: String(turn.number),
    speaker: turn.sender ?? 'action',
    text: textOf(turn, names),
    at: turn.timestamp,
    interrupted: turn.interrupted,
    pressesKeys: turn.action?.type === 'action_dtmf',
    failed: turn.action?.outcome === 'failed',
    input: turn.action?.input,
    output: turn.action?.output,
    tookMs: turn.action?.duration_ms,
    segments: turn.latency?.segments,
    silenceMs: turn.latency?.silence_ms,
    facts: factsOf(turn),
    raw: turn,
  };
}

function textOf({ text, action }: Schema<'CallTurn'>, names: ActionNames): string {
  if (action) {
    const name = names.get(action.action_id ?? '');
    return `${name ?? action.type.replace('action_', '').replaceAll('_', ' ')}: ${action.outcome}`;
  }
  return text ?? 'Not stored: the call is HIPAA-compliant.';
}

const shortList = (removed: object) =>
  Object.entries(removed)
    .map(([kind, count]) => `${count} ${kind.replace('_', ' ')}`)
    .join(', ');

function factsOf({
  latency,
  model,
  failed_requests: failures,
  knowledge,
  removed,
  action,
  step,
  exit,
}: Schema<'CallTurn'>): readonly (readonly [string, string])[] {
  const tokens = model?.tokens;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['step', step],
    ['exit', exit && exitWords(exit)],
    ['response time', latency?.silence_ms === undefined ? undefined : milliseconds(latency.silence_ms)],
    ['took', action && action.duration_ms > 0 ? milliseconds(action.duration_ms) : undefined],
    ['model', model?.name ?? undefined],
    ['failed requests to models', failures === undefined ? undefined : String(failures)],
    [
      'tokens',
      tokens &&
        `${tokens.input} in, ${tokens.output} out, ${tokens.cached ?? 'unknown'} cached, ${tokens.wasted} wasted${model?.tokens_are_estimated ? ', estimated' : ''}`,
    ],
    ['not spoken', removed && shortList(removed)],
    [
      'passages of knowledge',
      knowledge && [knowledge.passages, knowledge.sources?.join(', ')].filter(Boolean).join(': '),
    ],
  ];
  return facts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

const DECIDED = { code: 'decided by code', model: 'decided by the model', else: 'no other exit was taken' };

/** Where an exit leads, through which steps, and who decided it. */
export function exitWords({ to, by, reason, through = [] }: Schema<'StepExit'>): string {
  const way = [...through, to].map((step) => `→ ${step}`).join(' ');
  return `${way}, ${DECIDED[by]}${reason === undefined ? '' : `: ${reason}`}`;
}

/** The step in which a conversation is after these turns; undefined if its agent has no steps. */
export function presentStep(turns: readonly Schema<'CallTurn'>[]): string | undefined {
  const last = turns.findLast(({ step }) => step !== undefined);
  return last?.exit?.to ?? last?.step;
}
