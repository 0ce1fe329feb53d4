/** The attribute of a control whose text is not a value yet. */
export const UNFINISHED = 'data-unfinished';

/** Whether a form has a control whose text is not a value yet, such as half-written JSON. The first one is shown, with the focus. */
export function isUnfinished(form: HTMLFormElement): boolean {
  const first = form.querySelector<HTMLElement>(`[${UNFINISHED}]`);
  for (let part = first?.closest('details'); part; part = part.parentElement?.closest('details'))
    part.open = true;
  first?.focus();
  return first !== null;
}
