import { Hint } from '../parts/controls/hint.tsx';
import type { FormField } from './field.ts';
import { Prose } from './prose.tsx';

/** The rest of what there is to say about a field, on request; nothing if that is all. */
export const More = ({ field }: { readonly field: FormField }) =>
  field.more && (
    <Hint label={field.label.toLowerCase()}>
      <Prose text={field.more} />
    </Hint>
  );

/** What a field is for, in short, as a line. */
export const Help = ({ field: { help } }: { readonly field: FormField }) =>
  help && (
    <p className="help">
      <Prose text={help} />
    </p>
  );
