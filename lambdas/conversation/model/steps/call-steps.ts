import * as z from 'zod/mini';
import { valueSource } from '../../../agents/model/steps.ts';
import { id } from '../../../platform/fields.ts';
import type { Session, Turn } from '../session.ts';
import { stepExit } from './steps-state.ts';

export const callValue = z.lazy(() =>
  z.object({
    value: z.unknown(),
    source: valueSource,
    read_back: z.optional(z.string()),
    confirmed_at: z.optional(z.int()),
  }),
);
export type CallValue = z.infer<typeof callValue>;

export const stepVisit = z.lazy(() =>
  z.object({
    step: z.string(),
    agent_id: z.optional(id),
    turn: z.int(),
    exit: z.optional(stepExit),
  }),
);
export type StepVisit = z.infer<typeof stepVisit>;

/** Bytes of JSON of a call's values, and visits of steps in its path. Later ones are left out. */
const MAX_VALUES_BYTES = 40_000;
const MAX_VISITS = 200;

/** What a conversation knows at its end, without what secure steps collected. */
export function valuesOfCall({ steps }: Pick<Session, 'steps'>): Record<string, CallValue> {
  let bytesLeft = MAX_VALUES_BYTES;
  const known = Object.entries(steps?.values ?? {}).flatMap(([name, { secure, read_back, ...stored }]) => {
    if (secure) return [];
    const value = { ...stored, ...(read_back && { read_back: read_back.words }) };
    bytesLeft -= Buffer.byteLength(JSON.stringify(value));
    return bytesLeft < 0 ? [] : [[name, value] as const];
  });
  return Object.fromEntries(known);
}

/** The steps that a conversation was in, in their order. `turns`: with those that were stored at its end. */
export function pathOfCall({ steps }: Pick<Session, 'steps'>, turns: readonly Turn[]): StepVisit[] {
  const path: StepVisit[] = [];
  const visit = ({ step, agent_id, number, exit }: Pick<Turn, 'step' | 'agent_id' | 'number' | 'exit'>) => {
    if (step === undefined) return;
    const last = path.at(-1);
    const isSame = last?.step === step && last.agent_id === agent_id && !last.exit;
    const begun = isSame ? last : { step, ...(agent_id !== undefined && { agent_id }), turn: number };
    path.splice(isSame ? -1 : path.length, 1, { ...begun, ...(exit && { exit }) });
  };
  for (const turn of turns) visit(turn);
  const { number = 0, agent_id } = turns.at(-1) ?? {};
  if (steps) visit({ step: steps.step, agent_id, number });
  return path.slice(0, MAX_VISITS);
}

/** What a call that is over shows of its steps. Nothing that was said in a HIPAA-compliant call is stored. */
export function recordOfSteps(session: Session, turns: readonly Turn[]) {
  if (!session.steps) return {};
  const path = pathOfCall(session, turns);
  return { path, ...(!session.hipaa_compliant && { values: valuesOfCall(session) }) };
}
