import { useEffect } from 'react';
import type { MenuEntry } from './controls/menu-popover.tsx';

const ofParts = new Set<readonly MenuEntry[]>();

/** Lets the palette do what can be done on a page, or a part of it, while that is displayed. */
export function usePageActions(actions: readonly MenuEntry[]): void {
  useEffect(() => {
    ofParts.add(actions);
    return () => void ofParts.delete(actions);
  });
}

/** What can be done on the page now. */
export const pageActions = (): readonly MenuEntry[] =>
  [...ofParts].flat().filter(({ isDisabled }) => !isDisabled);
