import { objectOf } from '../../form/field.ts';
import Dialog from '../../parts/controls/dialog.tsx';
import { Button } from '../../parts/controls.tsx';
import { differencesOf } from './differences.ts';
import { outlineOf } from './steps/outline.ts';
import type { AgentDraft } from './use-agent-draft.ts';
import { Differences } from './version-comparison.tsx';

/** Shows what others changed since editing began, and what is changed here, before either is lost. */
export default function ConflictDialog({
  draft: { base, latest, values, save, submitOver, undo },
}: {
  readonly draft: AgentDraft;
}) {
  const close = () => save.reset();
  const mine = differencesOf(readable(base), readable(values));
  const theirs = differencesOf(readable(base), readable(latest));
  const others = new Set(theirs.map(({ path }) => fieldOf(path)));
  const both = [...new Set(mine.map(({ path }) => fieldOf(path)))].filter((field) => others.has(field));
  return (
    <Dialog title="The agent was changed meanwhile" size="large" isOpen onClose={close}>
      <p>
        Nothing is saved yet. Your changes can be saved on top of the others.
        {both.length > 0 && ` Yours replace theirs in ${both.join(', ')}.`}
      </p>
      <section aria-label="Changed elsewhere">
        <h3>Changed elsewhere</h3>
        <Differences differences={theirs} />
      </section>
      <section aria-label="Your changes">
        <h3>Your changes</h3>
        <Differences differences={mine} />
      </section>
      <div className="actions">
        <Button onClick={close}>Cancel</Button>
        <Button
          className="danger"
          onClick={() => {
            close();
            undo();
          }}
        >
          Discard my changes
        </Button>
        <Button className="primary" onClick={submitOver}>
          Save my changes
        </Button>
      </div>
    </Dialog>
  );
}

/** Steps as their outline, which has no defaults. */
const readable = (agent: unknown) => ({ ...objectOf(agent), steps: outlineOf(objectOf(agent).steps) });

/** The field to which a path leads: saving replaces the whole of it. */
const fieldOf = (path: string): string =>
  path
    .split('.')
    .slice(0, path.startsWith('prompt.') ? 2 : 1)
    .join('.');
