/** The attribute of a control whose text is not a value yet. */
export const UNFINISHED = 'data-unfinished';

/** The first control of a form whose text is not a value yet, such as half-written JSON. */
export const firstUnfinished = (form: HTMLElement): HTMLElement | null =>
  form.querySelector<HTMLElement>(`[${UNFINISHED}]`);

/** Whether a form has such a control. Scrolls to the first one and focuses it. */
export function isUnfinished(form: HTMLElement): boolean {
  const first = firstUnfinished(form);
  if (first) reveal(first);
  return first !== null;
}

/** Opens what an element is folded into, brings it into view, and gives it the focus. */
export function reveal(element: HTMLElement): void {
  for (let part = element.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
    part.open = true;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
}
