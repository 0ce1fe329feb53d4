import { useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { messagesAt, messagesElsewhere } from '../../../api/fault.ts';
import { changesOf, same } from '../../../form/changes.ts';
import { Form } from '../../../form/form.tsx';
import Dialog from '../../../parts/controls/dialog.tsx';
import { Button, Faults } from '../../../parts/controls.tsx';
import { isUnfinished, reveal } from '../../../parts/editor/unfinished.ts';
import { useAct } from '../../../parts/use-act.ts';
import { ActionFields } from './action-fields.tsx';
import { issuesOf } from './entry.ts';
import { type Action, KINDS } from './kinds.ts';

interface Opened {
  /** The id of a stored action; undefined for an action that is saved with its agent. */
  readonly id: string | undefined;
  readonly action: Action;
  /** What the API found wrong when the agent was saved, by the names that lead to a field of the action. */
  readonly faultsAt: (path: readonly string[]) => readonly string[];
  /** Takes the action for the agent, in place of the one that was opened. */
  readonly onPut: (action: Action) => void;
  readonly onClose: () => void;
}

/** The form of one action. A stored one is saved at once, a new one together with its agent. */
export default function ActionDialog({
  isNew,
  others,
  ...opened
}: Opened & {
  readonly isNew: boolean;
  /** Names of the other agents that have it. */
  readonly others: readonly string[];
}) {
  const { id, onClose } = opened;
  const { form, action, setAction, isChanged, save, submit, put, faultsAt } = useAction(opened);
  const { name, text } = KINDS[action.type];
  const words = isNew ? 'Add the action' : id ? 'Save the action' : 'Keep the changes';
  return (
    <Dialog
      title={isNew ? `New action: ${name}` : name}
      isOpen
      onClose={onClose}
      size={action.type === 'action_external' ? 'large' : 'small'}
    >
      <p className="help">{text}</p>
      {others.length > 0 && (
        <p className="note">
          <bdi>{others.join(', ')}</bdi> also {others.length === 1 ? 'has' : 'have'} this action and will get
          your changes.
        </p>
      )}
      <Form ref={form} label={name} busy={save.isPending} isChanged={isChanged} noValidate onSubmit={submit}>
        <ActionFields
          id={isChanged ? undefined : id}
          action={action}
          onChange={setAction}
          faultsAt={faultsAt}
        />
        <Faults faults={messagesElsewhere(save.error, ['config', 'action_trigger'])} />
        <div className="actions foot">
          <Button onClick={onClose}>Cancel</Button>
          {others.length > 0 && <Button onClick={put}>Save as a copy</Button>}
          <button type="submit" className="primary">
            {save.isPending ? 'Saving …' : words}
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** An action while it is edited, and its saving. */
function useAction({ id, action: opened, faultsAt, onPut, onClose }: Opened) {
  // Sends only the differences from the action as it was when the dialog opened, so that others' changes survive.
  const [before] = useState(opened);
  const [action, setAction] = useState(before);
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const changes = {
    ...(!same(before.config, action.config) && { config: changesOf(before.config, action.config) }),
    ...(!same(before.action_trigger, action.action_trigger) && { action_trigger: action.action_trigger }),
  };
  const save = useAct({
    act: () => api.request('POST', `/v1/actions/update?id=${id}`, { body: changes }),
    done: 'The action is saved.',
    changes: [['choices'], ['agents']],
    showsFault: true,
    onDone: onClose,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found wrong is what moves the focus.
  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) reveal(wrong);
  }, [issues, save.error]);
  const isSound = () => {
    if (!form.current || isUnfinished(form.current)) return false;
    const found = issuesOf(action);
    setIssues(found);
    return Object.keys(found).length === 0;
  };
  /** Hands the action to the agent's form. */
  const put = () => {
    if (!isSound()) return;
    onPut(action);
    onClose();
  };
  const submit = () => {
    if (id === undefined) return put();
    if (!isSound()) return undefined;
    return Object.keys(changes).length === 0 ? onClose() : save.mutate(undefined);
  };
  return {
    ...{ form, action, setAction, save, submit, put },
    isChanged: !same(before, action),
    faultsAt: (path: readonly string[]) => {
      const [field, name] = path;
      const issue = field === 'config' && path.length === 2 ? issues[name ?? ''] : undefined;
      return [...(issue ? [issue] : []), ...messagesAt(save.error, ...path), ...faultsAt(path)];
    },
  };
}
