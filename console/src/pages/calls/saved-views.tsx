import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { currentSession } from '../../api/session.ts';
import { Button, IconButton } from '../../parts/controls.tsx';
import { useToast } from '../../parts/toasts.tsx';
import { parseSearch, stringifySearch } from '../../search.ts';
import { type CallSearch, type View, viewsIn } from './filters.ts';

/** The filters that the reader has named. This browser keeps them for its user; an address leads to each. */
export function SavedViews({ search }: { readonly search: CallSearch }) {
  const { views, keep } = useViews();
  const [isNaming, setNaming] = useState(false);
  const say = useToast();
  const now = stringifySearch(search);
  const isKept = views.some((view) => view.search === now);
  const remove = (view: View) => {
    keep(views.filter((one) => one !== view));
    say(`View “${view.name}” removed`, false, { label: 'Undo', act: () => keep(views) });
  };
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (name) keep([...views.filter((view) => view.name !== name), { name, search: now }]);
    setNaming(false);
  };
  return (
    <nav className="views" aria-label="Saved views">
      <Link to="/calls" search={{}} aria-current={now === '' ? 'page' : undefined}>
        All calls
      </Link>
      {views.map((view) => (
        <span key={view.name}>
          <Link
            to="/calls"
            search={parseSearch(view.search)}
            aria-current={view.search === now ? 'page' : undefined}
          >
            <bdi>{view.name}</bdi>
          </Link>
          {view.search === now && (
            <IconButton
              icon={X}
              size={14}
              label={`Remove the view ${view.name}`}
              onClick={() => remove(view)}
            />
          )}
        </span>
      ))}
      {now !== '' && !isKept && !isNaming && (
        <Button className="quiet" onClick={() => setNaming(true)}>
          Save this view
        </Button>
      )}
      {isNaming && (
        <form className="row" onSubmit={save}>
          <input
            name="name"
            ref={focusFirst}
            aria-label="Name of the view"
            placeholder="Name of the view"
            maxLength={60}
            onKeyDown={({ key }) => key === 'Escape' && setNaming(false)}
          />
          <button type="submit">Save</button>
        </form>
      )}
    </nav>
  );
}

const focusFirst = (element: HTMLInputElement | null) => element?.focus();

function useViews() {
  const { data: session } = useQuery(currentSession);
  const key = `views of calls ${session?.user_id}`;
  const [changed, setChanged] = useState<readonly View[]>();
  return {
    views: changed ?? (session ? viewsIn(localStorage.getItem(key)) : []),
    keep: (views: readonly View[]) => {
      localStorage.setItem(key, JSON.stringify(views));
      setChanged(views);
    },
  };
}
