import { useState } from 'react';
import { api } from '../../api/client.ts';
import { objectOf, type Values, withoutSecrets } from '../../form/field.ts';
import { RecordForm } from '../../form/record-form.tsx';
import { ChoiceCard } from '../../parts/controls/choice-card.tsx';
import Dialog from '../../parts/controls/dialog.tsx';
import { Button } from '../../parts/controls.tsx';
import { useAct } from '../../parts/use-act.ts';
import { bodyOf, type ConnectionType, KINDS, kindOf } from './kinds.ts';

interface Props {
  /** The connection whose credentials change; undefined to make one. */
  readonly connection: { readonly id: string; readonly type: ConnectionType } | undefined;
  readonly onSaved?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The form of a new connection, or of new credentials for one. */
export default function ConnectionDialog(props: Props) {
  const [type, setType] = useState(props.connection?.type);
  const title = props.connection ? 'New credentials' : type ? kindOf(type).name : 'New connection';
  return (
    <Dialog title={title} isOpen onClose={props.onClose}>
      {type ? (
        <ConnectionForm {...props} type={type} />
      ) : (
        <div className="choice-cards">
          {Object.entries(KINDS).map(([one, { name, icon, text }]) => (
            <ChoiceCard key={one} icon={icon} title={name} onChoose={() => setType(one as ConnectionType)}>
              {text}
            </ChoiceCard>
          ))}
        </div>
      )}
    </Dialog>
  );
}

function ConnectionForm({ type, connection, onSaved, onClose }: Props & { readonly type: ConnectionType }) {
  const { text, noun, fields, at } = kindOf(type);
  const id = connection?.id;
  const [before] = useState(() => withoutSecrets(objectOf(at ? objectOf(connection)[at] : connection)));
  const save = useAct({
    act: (entered: Values) => {
      const target = id === undefined ? `/v1/${noun}/create` : `/v1/${noun}/update?id=${id}`;
      return api.request('POST', target, { body: bodyOf(type, { ...before, ...entered }) });
    },
    done: id === undefined ? 'Connection created' : 'Credentials updated',
    changes: [['connections'], ['vector databases'], ['choices'], ['agents']],
    showsFault: true,
    onDone: () => {
      onSaved?.();
      onClose();
    },
  });
  return (
    <>
      <p className="help">{text}</p>
      <RecordForm
        name={`connection ${id ?? type}`}
        fields={fields}
        before={before}
        at={at && [at]}
        submit="Connect"
        act={save}
      >
        <Button onClick={onClose}>Cancel</Button>
      </RecordForm>
    </>
  );
}
