import { useRouterState } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef } from 'react';

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
