import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf, type Schema, sendForJson } from '../../api/client.ts';
import { openapi } from '../../api/document.ts';
import { messagesAt, messagesElsewhere } from '../../api/fault.ts';
import { currentSession } from '../../api/session.ts';
import { fromLocalInput } from '../../format/date-time.ts';
import { Confirm } from '../../parts/controls/confirm.tsx';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { Field } from '../../parts/controls/field.tsx';
import { useDraft, useKept } from '../../parts/drafts.ts';
import { Loading } from '../../parts/empty.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Section } from '../../parts/page.tsx';
import { RestoredNote } from '../../parts/restored-note.tsx';
import { Table } from '../../parts/table.tsx';
import { useUnsaved } from '../../parts/unsaved.ts';
import { useAct } from '../../parts/use-act.ts';
import { RelativeTime } from '../../parts/when.tsx';
import { FormFields } from '../../schema-form/form-fields.tsx';

/** A token or a session. */
interface Shown {
  readonly id: string;
  readonly kind?: 'access' | 'session';
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly made_by: string | null;
}

const nameOf = ({ name, id }: Pick<Shown, 'name' | 'id'>) => name ?? id.slice(-8);

function makerOf({ made_by }: Shown, tokens: readonly Shown[]): string {
  const maker = tokens.find(({ id }) => id === made_by);
  return maker ? nameOf(maker) : '';
}

/** Access tokens and sessions: who may do what, until when. */
export function Tokens() {
  const session = useQuery(currentSession);
  const tokens = useQuery({
    queryKey: ['tokens'],
    queryFn: async () => (await sendForJson('GET', '/v1/tokens/list')) as readonly Shown[],
  });
  const [text, setText] = useState<string>();
  useUnsaved(text !== undefined, 'The new token is shown this once: copy it first.');
  return (
    <>
      <Section title="Tokens and sessions">
        {tokens.error && <FaultNote error={tokens.error} onRetry={() => void tokens.refetch()} />}
        {tokens.isPending && <Loading what="tokens" />}
        {text && (
          <div className="note good" role="status">
            <strong>The new token. It is shown this once.</strong>
            <p>
              <code className="untrusted">{text}</code>
            </p>
            <div className="actions">
              <CopyButton text={text}>Copy</CopyButton>
              <button type="button" onClick={() => setText(undefined)}>
                I have kept it
              </button>
            </div>
          </div>
        )}
        {tokens.data && (
          <Table
            label="Tokens and sessions"
            columns={['Name', 'Kind', 'Scopes', 'Made by', 'Created', 'Last used', 'Ends', 'Actions']}
            rows={tokens.data.map((token) => ({
              key: token.id,
              cells: [
                <bdi key="name">
                  {nameOf(token)}
                  {token.id === session.data?.id && <span className="badge good">this session</span>}
                </bdi>,
                token.kind ?? 'access',
                token.scopes === null ? 'everything' : token.scopes.join(', '),
                <bdi key="maker">{makerOf(token, tokens.data)}</bdi>,
                <RelativeTime key="created" at={token.created_at} />,
                <RelativeTime key="used" at={token.last_used_at} />,
                token.expires_at ? <RelativeTime key="ends" at={token.expires_at} /> : 'never',
                <Change key="change" token={token} own={token.id === session.data?.id} onText={setText} />,
              ],
            }))}
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
  readonly token: Shown;
  readonly own: boolean;
  readonly onText: (text: string) => void;
}) {
  const id = { params: { query: { id: token.id } } };
  const revoke = useAct({
    act: () => bodyOf(api.POST('/v1/tokens/revoke', id)),
    done: 'It is revoked, and works nowhere after a minute.',
    changes: [['tokens'], ...(own ? [['session']] : [])],
  });
  const rotate = useAct({
    act: () => bodyOf(api.POST('/v1/tokens/rotate', { ...id, body: {} })),
    done: 'There is a new token; the former one works on for a day.',
    changes: [['tokens']],
    onDone: ({ access_token }) => onText(access_token),
  });
  return (
    <span className="actions">
      {token.kind !== 'session' && (
        <button type="button" disabled={rotate.isPending} onClick={() => rotate.mutate(undefined)}>
          Rotate
        </button>
      )}
      <Confirm
        button="Revoke"
        title={own ? 'Revoke this very session?' : 'Revoke it?'}
        confirm="Revoke"
        danger
        disabled={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined)}
      >
        <p>
          {token.kind === 'session'
            ? 'The browser that has this session is signed out.'
            : 'Programs that use this token are refused, and the tokens and sessions made with it end.'}
        </p>
      </Confirm>
    </span>
  );
}

type Scope = Schema<'Scope'>;

/** Scopes that most tokens need. */
const USUAL: readonly Scope[] = ['read', 'write', 'calls', 'tokens'];

/** The scopes of a new token before they are chosen. */
const FIRST_SCOPES: readonly Scope[] = ['read'];

function NewToken({ onText }: { readonly onText: (text: string) => void }) {
  const restored = useKept('token');
  const [name, setName] = useState(String(restored?.name ?? ''));
  const document = useQuery(openapi);
  const [scopes, setScopes] = useState((restored?.scopes ?? FIRST_SCOPES) as readonly Scope[]);
  const [end, setEnd] = useState(String(restored?.end ?? ''));
  const all = (document.data?.components.schemas.Scope?.enum ?? []) as readonly Scope[];
  const create = useAct({
    act: () => {
      const body: Schema<'TokenInput'> = {
        name: name || null,
        scopes: [...scopes],
        expires_at: fromLocalInput(end) ?? null,
      };
      return bodyOf(api.POST('/v1/tokens/create', { body }));
    },
    done: 'The token is created.',
    changes: [['tokens']],
    showsFault: true,
    onDone: ({ access_token }) => {
      onText(access_token);
      setName('');
      setScopes(FIRST_SCOPES);
      setEnd('');
    },
  });
  const isEntered = name !== '' || end !== '' || scopes.join() !== FIRST_SCOPES.join();
  useUnsaved(isEntered && !create.isPending);
  useDraft('token', isEntered ? { name, scopes, end } : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(undefined);
  };
  const faults = [
    ...messagesAt(create.error, 'scopes'),
    ...messagesElsewhere(create.error, ['scopes', 'name', 'expires_at']),
  ];
  return (
    <Section title="New token">
      <form onSubmit={submit} aria-label="New token">
        <FormFields busy={create.isPending}>
          {restored && isEntered && <RestoredNote />}
          <Field label="Name" help="Which program it is for." faults={messagesAt(create.error, 'name')}>
            {(control) => (
              <input
                {...control}
                maxLength={200}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field
            label="Works until"
            help="At the latest until this session ends. An operator makes tokens without an end: npm run token."
            faults={messagesAt(create.error, 'expires_at')}
          >
            {(control) => (
              <input
                {...control}
                type="datetime-local"
                value={end}
                onChange={({ target }) => setEnd(target.value)}
              />
            )}
          </Field>
          <fieldset className="scopes">
            <legend>Scopes</legend>
            <Scopes of={USUAL} chosen={scopes} onChoose={setScopes} />
            {all.length > 0 && (
              <details>
                <summary>Scopes of single groups</summary>
                <Scopes
                  of={all.filter((scope) => !USUAL.includes(scope))}
                  chosen={scopes}
                  onChoose={setScopes}
                />
              </details>
            )}
            {faults.length > 0 && (
              <p className="fault" role="alert">
                {faults.join(' ')}
              </p>
            )}
          </fieldset>
          <button type="submit" className="primary">
            Create the token
          </button>
        </FormFields>
      </form>
    </Section>
  );
}

function Scopes({
  of: offered,
  chosen,
  onChoose,
}: {
  readonly of: readonly Scope[];
  readonly chosen: readonly Scope[];
  readonly onChoose: (scopes: readonly Scope[]) => void;
}) {
  return offered.map((scope) => (
    <label key={scope} className="option">
      <input
        type="checkbox"
        checked={chosen.includes(scope)}
        onChange={({ target }) =>
          onChoose(target.checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))
        }
      />{' '}
      {scope}
    </label>
  ));
}
