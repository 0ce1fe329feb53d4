import { type RefObject, useEffect } from 'react';

/** What always has the keys to itself. */
const TYPED = 'input, select, textarea, [role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Calls what belongs to a key, wherever the focus is, unless that has the keys to itself, as `others` have. `within`: the
 * focus must be there.
 */
export function useKeys(
  keys: Readonly<Record<string, () => void>>,
  others = 'input',
  within?: RefObject<Element | null>,
): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const act = keys[event.key];
      // What is typed in an editor comes from the element around it.
      const isOthers =
        event.target instanceof Element &&
        (event.target.shadowRoot !== null || event.target.closest(`${TYPED}, ${others}`) !== null);
      if (within && !within.current?.contains(event.target as Node)) return;
      if (!act || isOthers || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
        return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  });
}
