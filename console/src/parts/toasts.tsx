import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
}

const Context = createContext<(text: string, bad?: boolean) => void>(() => undefined);

/** Shows short messages about what was done, at the corner of the page. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const drop = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), []);
  const say = useMemo(() => {
    let last = 0;
    return (text: string, bad = false) => {
      const id = ++last;
      setToasts((now) => [...now.slice(-3), { id, text, bad }]);
      // What went wrong stays until it is read.
      if (!bad) setTimeout(() => drop(id), 5000);
    };
  }, [drop]);
  return (
    <Context value={say}>
      {children}
      <section className="toasts" aria-label="Messages" aria-live="polite">
        {toasts.map(({ id, text, bad }) => (
          <div key={id} className={bad ? 'toast bad' : 'toast'}>
            <span>{text}</span>
            <button type="button" className="quiet" aria-label="Close the message" onClick={() => drop(id)}>
              ✕
            </button>
          </div>
        ))}
      </section>
    </Context>
  );
}

/** Shows a message; a bad one stays until it is closed. */
export const useToast = () => useContext(Context);
