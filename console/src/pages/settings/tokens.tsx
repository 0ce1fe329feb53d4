import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.ts';
import { openapi } from '../../api/document.ts';
import { tokensList } from '../../api/lists.ts';
import { currentSession } from '../../api/session.ts';
import type { Fields, Values } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { ConfirmAct } from '../../parts/controls/confirm.tsx';
import { CopyButton } from '../../parts/controls/copy-button.tsx';
import { Button } from '../../parts/controls.tsx';
import { Section } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
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
      <ConfirmAct
        act={() => api.post('/v1/tokens/revoke', id)}
        done="Revoked. It stops working everywhere within a minute."
        changes={[['tokens'], ...(own ? [['session']] : [])]}
        button="Revoke"
        title={own ? 'Revoke your current session?' : `Revoke “${nameOf(token)}”?`}
        danger
      >
        <p>
          {token.kind === 'session'
            ? 'The browser with this session is signed out.'
            : 'Programs with this token lose access, and tokens and sessions created with it end.'}
        </p>
      </ConfirmAct>
    </span>
  );
}

/** Scopes that most tokens need. */
const USUAL: readonly Schema<'Scope'>[] = ['read', 'write', 'calls', 'tokens'];

/** What a new token has before anything is entered. */
const NEW: Values = { scopes: ['read'] };

function NewToken({ onText }: { readonly onText: (text: string) => void }) {
  const document = useQuery(openapi);
  const scopes = document.data?.components.schemas.Scope?.enum?.map(String) ?? USUAL;
  const create = useAct({
    act: (entered: Values) =>
      api.request<{ readonly access_token: string }>('POST', '/v1/tokens/create', {
        body: { ...NEW, ...entered },
      }),
    done: 'Token created',
    changes: [['tokens']],
    showsFault: true,
    onDone: ({ data }) => onText(data.access_token),
  });
  const fields: Fields = {
    name: { label: 'Name', help: 'The program that uses it.' },
    expires_at: {
      kind: 'time',
      label: 'Expires',
      help: 'At the latest when this session ends. An operator can create tokens that don’t expire: npm run token.',
    },
    scopes: {
      kind: 'choices',
      label: 'Scopes',
      options: Object.fromEntries(scopes.map((scope) => [scope, scope])),
      usual: USUAL,
    },
  };
  return (
    <Section title="New token">
      <RecordForm name="token" fields={fields} before={NEW} submit="Create the token" act={create} />
    </Section>
  );
}
