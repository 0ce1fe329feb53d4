import { entryOf } from '../../../agents/model/steps.ts';
import { isOfContact, type Session, type Turn } from '../session.ts';
import { languagesIn } from '../spoken-language.ts';
import { beginsWithNegation } from '../words/find-quotations.ts';
import { afterEvent, type StepsMove } from './session-steps.ts';
import type { StepEvent } from './step-events.ts';
import { valueContextOf, wasSaid } from './step-values.ts';

export type ModelEvent = Extract<StepEvent, { type: 'set' | 'confirm' | 'exit' }>;

interface Given {
  readonly turns: readonly Turn[];
  readonly now: Date;
}

/** The conversation after what the model did. Values that the contact never said, and agreement to none, are refused. */
export function afterModelEvent(session: Session, event: ModelEvent, given: Given): StepsMove {
  switch (event.type) {
    case 'set':
      return afterValues(session, event, given);
    case 'confirm': {
      const reply = wordsOfContact(session, given.turns).at(-1) ?? '';
      if (beginsWithNegation(reply, languagesIn(session)))
        return { session, says: [], hints: [NOT_AGREED], effects: [] };
      return afterEvent(session, event, given.now);
    }
    case 'exit':
      return afterEvent(session, event, given.now);
  }
}

const NOT_AGREED = 'The human did not agree. Ask them for the value again, and set it.';
const UNSAID = 'The human did not say that. Ask them, and quote their words.';

const wordsOfContact = ({ secret_words }: Session, turns: readonly Turn[]) =>
  turns.filter(isOfContact).map(({ number, text }) => secret_words?.[number] ?? text);

function afterValues(session: Session, event: ModelEvent & { type: 'set' }, { turns, now }: Given) {
  const { turn = 0, since = 0, values: known = {} } = session.steps ?? {};
  // The words with which the contact led to this step count, too.
  const said = wordsOfContact(session, turns).slice(-(turn - since + 1));
  const context = valueContextOf(session, now);
  const { collect = {} } = entryOf(session.settings.steps?.steps ?? {}, event.step) ?? {};
  const unsaid = Object.keys(event.values).filter((name) => {
    const collected = entryOf(collect, name);
    const given = { words: event.values[name] ?? '', before: entryOf(known, name)?.value, turns: said };
    return collected !== undefined && !wasSaid({ collected, ...given }, context);
  });
  const values = Object.fromEntries(Object.entries(event.values).filter(([name]) => !unsaid.includes(name)));
  const move = afterEvent(session, { ...event, values }, now);
  return { ...move, hints: [...unsaid.map((name) => `${name}: ${UNSAID}`), ...move.hints] };
}
