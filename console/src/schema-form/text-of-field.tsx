import type { ReactNode } from 'react';
import { Hint } from '../parts/controls/hint.tsx';
import { Prose } from '../parts/prose.tsx';
import type { FormField } from './fields.ts';

/** What a field is for, in short; undefined if its name says it. */
export function helpOf(field: FormField): ReactNode {
  return field.help === '' ? undefined : <Prose text={field.help} />;
}

/** The same as a line. */
export function HelpLine({ field }: { readonly field: FormField }) {
  const help = helpOf(field);
  return help && <p className="help">{help}</p>;
}

/** The rest of what there is to say about a field, on request; undefined if that is all. */
export const moreOn = (field: FormField): ReactNode =>
  field.more && (
    <Hint label={field.label.toLowerCase()}>
      <Prose text={field.more} />
    </Hint>
  );

/** Whether a message is about a field within, which shows it itself. */
export const isInner = (text: string): boolean => /^[\w.]+: /.test(text);
