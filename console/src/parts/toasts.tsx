import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { Button, IconButton } from './controls.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  readonly undo: Undo | undefined;
}

/** What takes back what the message tells. */
interface Undo {
  readonly label: string;
  readonly act: () => void;
}

type Say = (text: string, bad?: boolean, undo?: Undo) => void;

/** Milliseconds for which a message is shown; longer if it can be undone. */
const [SHOWN_MS, UNDO_MS] = [5_000, 10_000];

const Context = createContext<Say>(() => undefined);

/** Shows short messages about what was done, at the corner of the page. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), []);
  const say = useMemo((): Say => {
    let last = 0;
    return (text, bad = false, undo) => {
      const id = ++last;
      setToasts((now) => [...now.slice(-3), { id, text, bad, undo }]);
      // What went wrong stays until it is read.
      if (!bad) setTimeout(() => drop(id), undo ? UNDO_MS : SHOWN_MS);
    };
  }, [drop]);
  return (
    <Context value={say}>
      {children}
      <section className="toasts" aria-label="Messages" aria-live="polite">
        {toasts.map(({ id, text, bad, undo }) => (
          <div key={id} className={bad ? 'toast bad' : 'toast'}>
            <span>{text}</span>
            {undo && (
              <Button
                className="link"
                onClick={() => {
                  undo.act();
                  drop(id);
                }}
              >
                {undo.label}
              </Button>
            )}
            <IconButton icon={X} label="Close the message" onClick={() => drop(id)} />
          </div>
        ))}
      </section>
    </Context>
  );
}

/** Shows a message; a bad one stays until it is closed. */
export const useToast = () => useContext(Context);
