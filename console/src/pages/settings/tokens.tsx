import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { openapi } from '../../api/document.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { tokensList } from '../../api/lists.ts';
import { currentSession } from '../../api/session.ts';
import { Form } from '../../form/form.tsx';
import { useEntered } from '../../form/use-entered.ts';
import { fromLocalInput } from '../../format/date-time.ts';
import { Confirm } from '../../parts/controls/confirm.tsx';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { Button, CheckOption, Faults, InputField } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { QueryState, RestoredNote } from '../../parts/query-state.tsx';
import { Table } from '../../parts/table.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { RelativeTime } from '../../parts/values.tsx';

/** A token or a session. */
type Token = Schema<'ShownToken'>;

const nameOf = ({ name, id }: Pick<Token, 'name' | 'id'>) => name ?? id.slice(-8);

function makerOf({ made_by }: Token, tokens: readonly Token[]): string {
  const maker = tokens.find(({ id }) => id === made_by);
  return maker ? nameOf(maker) : '';
}

/** Access tokens and sessions, with their scopes and expiry. */
export function Tokens() {
  const session = useQuery(currentSession);
  const tokens = useQuery(tokensList);
  const [text, setText] = useState<string>();
  useUnsaved(text !== undefined, 'The new token is shown only once. Copy it first.');
  return (
    <>
      <Section title="Tokens and sessions">
        <QueryState query={tokens} what="tokens" />
        {text && (
          <div className="note good" role="status">
            <strong>Your new token. It is shown only once.</strong>
            <p>
              <code className="untrusted">{text}</code>
            </p>
            <div className="actions">
              <CopyButton text={text}>Copy</CopyButton>
              <Button onClick={() => setText(undefined)}>I’ve saved it</Button>
            </div>
          </div>
        )}
        {tokens.data && (
          <Table
            label="Tokens and sessions"
            rows={tokens.data}
            columns={{
              Name: (token) => (
                <bdi>
                  {nameOf(token)}{' '}
                  {token.id === session.data?.id && <span className="badge good">this session</span>}
                </bdi>
              ),
              Kind: ({ kind }) => kind,
              Scopes: ({ scopes }) => scopes?.join(', ') ?? 'full access',
              'Created by': (token) => <bdi>{makerOf(token, tokens.data)}</bdi>,
              Created: ({ created_at: at }) => <RelativeTime at={at} />,
              'Last used': ({ last_used_at: at }) => <RelativeTime at={at} />,
              Expires: ({ expires_at: at }) => (at ? <RelativeTime at={at} /> : 'never'),
              Actions: (token) => (
                <Change token={token} own={token.id === session.data?.id} onText={setText} />
              ),
            }}
          />
        )}
      </Section>
      <NewToken onText={setText} />
    </>
  );
}

function Change({
  token,
  own,
  onText,
}: {
  readonly token: Token;
  readonly own: boolean;
  readonly onText: (text: string) => void;
}) {
  const id = { query: { id: token.id } };
  const revoke = useAct({
    act: () => api.post('/v1/tokens/revoke', id),
    done: 'Revoked. It stops working everywhere within a minute.',
    changes: [['tokens'], ...(own ? [['session']] : [])],
  });
  const rotate = useAct({
    act: () => api.post('/v1/tokens/rotate', { ...id, body: {} }),
    done: 'New token created. The old one keeps working for 24 hours.',
    changes: [['tokens']],
    onDone: ({ access_token }) => onText(access_token),
  });
  return (
    <span className="actions">
      {token.kind !== 'session' && (
        <Button disabled={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
          Rotate
        </Button>
      )}
      <Confirm
        button="Revoke"
        title={own ? 'Revoke your current session?' : `Revoke “${nameOf(token)}”?`}
        confirm="Revoke"
        danger
        disabled={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined)}
      >
        <p>
          {token.kind === 'session'
            ? 'The browser with this session is signed out.'
            : 'Programs with this token lose access, and tokens and sessions created with it end.'}
        </p>
      </Confirm>
    </span>
  );
}

type Scope = Schema<'Scope'>;

/** Scopes that most tokens need. */
const USUAL: readonly Scope[] = ['read', 'write', 'calls', 'tokens'];

/** What a new token has before anything is entered. */
const NEW = { name: '', end: '', scopes: ['read'] as readonly Scope[] };

function NewToken({ onText }: { readonly onText: (text: string) => void }) {
  const { entered, change, isEntered, isRestored } = useEntered('token', NEW);
  const { name, end, scopes } = entered;
  const create = useAct({
    act: () => {
      const body = { name: name || null, scopes: [...scopes], expires_at: fromLocalInput(end) ?? null };
      return api.post('/v1/tokens/create', { body });
    },
    done: 'Token created',
    changes: [['tokens']],
    showsFault: true,
    onDone: ({ access_token }) => {
      onText(access_token);
      change(NEW);
    },
  });
  useUnsaved(isEntered && !create.isPending);
  const faults = [
    ...messagesAt(create.error, 'scopes'),
    ...messagesElsewhere(create.error, ['scopes', 'name', 'expires_at']),
  ];
  return (
    <Section title="New token">
      <Form label="New token" busy={create.isPending} onSubmit={() => create.mutate(undefined)}>
        {isRestored && <RestoredNote />}
        <InputField
          label="Name"
          help="The program that uses it."
          faults={messagesAt(create.error, 'name')}
          maxLength={200}
          value={name}
          onChange={(text) => change({ name: text })}
        />
        <InputField
          label="Expires"
          help="At the latest when this session ends. An operator can create tokens that don’t expire: npm run token."
          faults={messagesAt(create.error, 'expires_at')}
          type="datetime-local"
          value={end}
          onChange={(text) => change({ end: text })}
        />
        <Scopes chosen={scopes} faults={faults} onChoose={(next) => change({ scopes: next })} />
        <button type="submit" className="primary">
          Create the token
        </button>
      </Form>
    </Section>
  );
}

/** The scopes of a token: the usual ones, and those of single groups in a fold. */
function Scopes({
  chosen,
  faults,
  onChoose,
}: {
  readonly chosen: readonly Scope[];
  readonly faults: readonly string[];
  readonly onChoose: (scopes: readonly Scope[]) => void;
}) {
  const document = useQuery(openapi);
  const all = (document.data?.components.schemas.Scope?.enum ?? []) as readonly Scope[];
  const optionOf = (scope: Scope) => (
    <CheckOption
      key={scope}
      isChecked={chosen.includes(scope)}
      onChange={(isOn) => onChoose(isOn ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
    >
      {scope}
    </CheckOption>
  );
  return (
    <fieldset className="scopes">
      <legend>Scopes</legend>
      {USUAL.map(optionOf)}
      {all.length > 0 && (
        <details>
          <summary>Scopes by group</summary>
          {all.filter((scope) => !USUAL.includes(scope)).map(optionOf)}
        </details>
      )}
      <Faults faults={faults} />
    </fieldset>
  );
}
