import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The path whose page was shown last; undefined before the first one. */
let shownPath: string | undefined;

/** Whether the heading that was removed last had the focus. */
let wasFocused = false;

/**
 * Gives the focus to a page's heading when the path changes: screen readers read it, and the keyboard goes on from it. A
 * heading that takes the place of a focused one, such as after loading, gets its focus. The first page leaves the focus
 * to the browser, and filters leave it where it is. An element with `data-first` keeps the focus that it took.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  useLayoutEffect(() => {
    const { current } = heading;
    const isOther = shownPath !== undefined && shownPath !== path;
    const isTaken = document.activeElement?.matches('[data-first]');
    if ((isOther || wasFocused) && !isTaken) current?.focus({ preventScroll: true });
    shownPath = path;
    wasFocused = false;
    return () => {
      wasFocused = current !== null && document.activeElement === current;
    };
  }, [path]);
  return heading;
}

/**
 * Passes the focus of an element that is removed, such as a button whose record is deleted, to the nearest table or page
 * that remains. Give it to React as `ref`.
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (!element || document.activeElement !== element) return;
    const around = [element.closest<HTMLElement>('.table'), element.closest<HTMLElement>('main')];
    // Once React has removed what it removes, unless the focus was given to something else.
    queueMicrotask(() => {
      if (document.activeElement === document.body)
        around.find((one) => one?.isConnected)?.focus({ preventScroll: true });
    });
  };
}

const CONTROLS = 'button, summary, a, pre';

/** Lets Tab stop in one row of the box's list only: the last one that had the focus, from which the arrows lead on. */
export function useRoving(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = box.current;
    if (!list) return undefined;
    let current: Element | undefined;
    const rowsOf = () =>
      [...list.querySelectorAll(':scope > ol > li')].filter((row) => row.querySelector(CONTROLS));
    const set = () => {
      const rows = rowsOf();
      const open = current && rows.includes(current) ? current : rows[0];
      for (const row of rows)
        for (const control of row.querySelectorAll<HTMLElement>(CONTROLS))
          control.tabIndex = row === open ? 0 : -1;
    };
    const focused = ({ target }: FocusEvent) => {
      current = rowsOf().find((row) => row.contains(target as Node)) ?? current;
      set();
    };
    const pressed = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const rows = rowsOf();
      const at = rows.findIndex((row) => row.contains(event.target as Node));
      if (step === undefined || at < 0) return;
      rows[at + step]?.querySelector<HTMLElement>(CONTROLS)?.focus();
      event.preventDefault();
    };
    const changes = new MutationObserver(set);
    changes.observe(list, { childList: true, subtree: true });
    list.addEventListener('focusin', focused);
    list.addEventListener('keydown', pressed);
    set();
    return () => {
      changes.disconnect();
      list.removeEventListener('focusin', focused);
      list.removeEventListener('keydown', pressed);
    };
  }, [box]);
}

/** Gives the focus to a control when it is shown: after the menu that added it has given it back. */
export function focusFirst(element: HTMLElement | null): void {
  if (element) requestAnimationFrame(() => requestAnimationFrame(() => element.focus()));
}
