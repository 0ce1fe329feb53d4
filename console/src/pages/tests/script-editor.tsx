import { Plus, X } from 'lucide-react';
import { messagesAt } from '../../api/fault.ts';
import { focusFirst } from '../../focus.ts';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import { AreaField, Button, Faults, IconButton, InputField } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { Bubble } from '../conversation/bubble.tsx';
import {
  AT_END,
  answerOf,
  answerText,
  chipOf,
  type Expectation,
  expectationOf,
  itemsOf,
  kindOf,
  OF_EVERY_TURN,
  OF_TURN,
  textOf,
  turnOf,
  turnText,
} from './expectation.ts';
import type { TestBody } from './test-api.ts';

type Item = Expectation;

/** A test as a conversation: what the contact says, what is expected of the agent then, and what services answer. */
export function ScriptEditor({
  test,
  onChange,
  error,
  proposals = [],
}: {
  readonly test: TestBody;
  readonly onChange: (test: TestBody) => void;
  readonly error: unknown;
  /** Of the greeting and by turn, what the agent said and did, and what may be expected again. */
  readonly proposals?: readonly (readonly Expectation[])[];
}) {
  const put = (name: string, value: unknown) => onChange({ ...test, [name]: value });
  const list = (name: string, value: readonly Item[]) => put(name, value.length === 0 ? undefined : value);
  return (
    <>
      <Section title="Conversation">
        <ol className="script">
          <li id="turn-0" tabIndex={-1} data-first>
            <Bubble speaker="agent" title="Greeting">
              What the agent says first
            </Bubble>
            <Chips
              label="of the greeting"
              kinds={OF_TURN}
              expectations={itemsOf(test.greeting)}
              onChange={(next) => list('greeting', next)}
              faults={messagesAt(error, 'greeting')}
              proposals={proposals[0] ?? []}
            />
          </li>
          {test.turns !== undefined && (
            <Turns
              turns={itemsOf(test.turns)}
              onChange={(turns) => put('turns', turns)}
              error={error}
              proposals={proposals.slice(1)}
            />
          )}
        </ol>
        {test.turns !== undefined && (
          <div className="row">
            <Button icon={Plus} onClick={() => put('turns', [...itemsOf(test.turns), { contact: '' }])}>
              Turn
            </Button>
            <span className="help">
              (press 1#) presses keys, (silent 20s) says nothing, (after 3 words) interrupts, (hangs up).
            </span>
          </div>
        )}
      </Section>
      {(['always', 'finally'] as const).map((name) => (
        <Section key={name} title={name === 'always' ? 'After every turn' : 'At the end'}>
          <Chips
            label={name === 'always' ? 'of every turn' : 'at the end'}
            kinds={name === 'always' ? OF_EVERY_TURN : AT_END}
            expectations={itemsOf(test[name])}
            onChange={(next) => list(name, next)}
            faults={messagesAt(error, name)}
          />
        </Section>
      ))}
      <Mocks test={test} onChange={(tools) => put('tools', tools)} error={error} />
    </>
  );
}

function Turns({
  turns,
  onChange,
  error,
  proposals,
}: {
  readonly turns: readonly Item[];
  readonly onChange: (turns: readonly Item[]) => void;
  readonly error: unknown;
  readonly proposals: readonly (readonly Expectation[])[];
}) {
  return turns.map((turn, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: turns have no id.
    <li key={at} id={`turn-${at + 1}`} tabIndex={-1} data-first>
      <Bubble
        speaker="human"
        title="Contact"
        head={
          <IconButton
            icon={X}
            size={14}
            label={`Remove turn ${at + 1}`}
            onClick={() => onChange(turns.toSpliced(at, 1))}
          />
        }
      >
        <textarea
          aria-label={`What the contact says in turn ${at + 1}`}
          placeholder="What the contact says"
          rows={1}
          value={turnText(turn)}
          onChange={({ target: { value } }) =>
            onChange(turns.with(at, turnOf(value.replaceAll('\n', ' '), turn)))
          }
        />
      </Bubble>
      <Chips
        label={`of turn ${at + 1}`}
        kinds={OF_TURN}
        expectations={itemsOf(turn.expect)}
        onChange={(expect) => {
          const { expect: _, ...rest } = turn;
          onChange(turns.with(at, expect.length > 0 ? { ...rest, expect } : rest));
        }}
        faults={messagesAt(error, 'turns', String(at))}
        proposals={proposals[at] ?? []}
      />
    </li>
  ));
}

/** Expectations as chips, whose texts can be written; more come from a menu. */
function Chips({
  label,
  kinds,
  expectations,
  onChange,
  faults,
  proposals = [],
}: {
  readonly label: string;
  readonly kinds: readonly string[];
  readonly expectations: readonly Expectation[];
  readonly onChange: (expectations: readonly Expectation[]) => void;
  readonly faults: readonly string[];
  readonly proposals?: readonly Expectation[];
}) {
  const has = (one: Expectation) =>
    expectations.some((other) => JSON.stringify(other) === JSON.stringify(one));
  return (
    <>
      <div className="expectations row">
        {expectations.map((expectation, at) => (
          <Chip
            // biome-ignore lint/suspicious/noArrayIndexKey: a chip changes while it is written.
            key={`${at} ${kindOf(expectation)}`}
            name={`${chipOf(kindOf(expectation))}, ${label}`}
            expectation={expectation}
            onChange={(next) => onChange(expectations.with(at, next))}
            onRemove={() => onChange(expectations.toSpliced(at, 1))}
          />
        ))}
        {proposals
          .filter((one) => !has(one))
          .map((one) => (
            <label key={JSON.stringify(one)} className="chip proposed">
              <input type="checkbox" checked={false} onChange={() => onChange([...expectations, one])} />
              {chipOf(kindOf(one))} <bdi className="cut">{textOf(one)}</bdi>
            </label>
          ))}
        <MenuButton
          label={`Expect something ${label}`}
          className="quiet"
          items={kinds.map((kind) => ({
            label: chipOf(kind),
            onAction: () => onChange([...expectations, expectationOf(kind, '')]),
          }))}
        >
          <Plus size={14} aria-hidden="true" /> Expect
        </MenuButton>
      </div>
      <Faults faults={faults} />
    </>
  );
}

function Chip({
  name,
  expectation,
  onChange,
  onRemove,
}: {
  readonly name: string;
  readonly expectation: Expectation;
  readonly onChange: (expectation: Expectation) => void;
  readonly onRemove: () => void;
}) {
  const kind = kindOf(expectation);
  return (
    <span className="chip">
      {chipOf(kind)}
      <input
        aria-label={name}
        // One that was just added is empty.
        ref={textOf(expectation) === '' ? focusFirst : undefined}
        // A name without arguments is read as it is written, until the field is left.
        defaultValue={textOf(expectation)}
        onChange={({ target }) => onChange(expectationOf(kind, target.value, expectation[kind]))}
      />
      <IconButton icon={X} size={12} label={`Remove: ${name}`} onClick={onRemove} />
    </span>
  );
}

/** What services answer in the test, a card each. */
function Mocks({
  test,
  onChange,
  error,
}: {
  readonly test: TestBody;
  readonly onChange: (tools: unknown) => void;
  readonly error: unknown;
}) {
  const tools: Item = { ...Object(test.tools) };
  const mocks = itemsOf(tools.mocks);
  const put = (next: readonly Item[]) =>
    onChange(next.length === 0 && !tools.unmocked ? undefined : { ...tools, mocks: next });
  return (
    <Section title="What services answer">
      <div className="mocks">
        {mocks.map((mock, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: mocks have no id.
          <div key={at} className="card">
            <InputField
              label="Action"
              help="With arguments, only such a call: look_up_order(order_number = 4711)."
              defaultValue={textOf({ tool: mock.when ? { name: mock.tool, args: mock.when } : mock.tool })}
              onChange={(text) => {
                const { tool } = expectationOf('tool', text);
                const { when: _, ...rest } = mock;
                const { name = tool, args }: Item = { ...Object(typeof tool === 'string' ? {} : tool) };
                put(mocks.with(at, { ...rest, tool: name, ...(args !== undefined && { when: args }) }));
              }}
            />
            <Answers mock={mock} onChange={(next) => put(mocks.with(at, next))} />
            <button type="button" onClick={() => put(mocks.toSpliced(at, 1))}>
              Remove
            </button>
          </div>
        ))}
      </div>
      <Faults faults={messagesAt(error, 'tools')} />
      <Button icon={Plus} onClick={() => put([...mocks, { tool: '', returns: '' }])}>
        Answer
      </Button>
    </Section>
  );
}

/** The answers of a mock, one a call if there are several. */
function Answers({ mock, onChange }: { readonly mock: Item; readonly onChange: (mock: Item) => void }) {
  const { sequence } = mock;
  const answers = sequence === undefined ? [mock] : itemsOf(sequence);
  return answers.map((answer, at) => {
    const { returns: _, error: __, ...others } = answer;
    const put = (text: string) => {
      const next = { ...others, ...answerOf(text) };
      onChange(sequence === undefined ? next : { ...mock, sequence: answers.with(at, next) });
    };
    return (
      <AreaField
        // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id.
        key={at}
        label={sequence === undefined ? 'Answer' : `Answer ${at + 1}`}
        help="A field a line, such as status = shipped; or “fails with 503”, or “never answers”."
        rows={3}
        defaultValue={answerText(answer)}
        onChange={put}
      />
    );
  });
}
