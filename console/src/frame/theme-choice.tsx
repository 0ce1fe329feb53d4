import { useState } from 'react';
import { Field } from '../parts/field.tsx';
import { chooseTheme, chosenTheme, type Theme } from '../parts/theme.ts';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** The colours: the system's, or always light or dark. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  return (
    <Field label="Colours">
      {(control) => (
        <select
          {...control}
          value={theme}
          onChange={({ target }) => {
            const chosen = THEMES.find((name) => name === target.value) ?? 'system';
            chooseTheme(chosen);
            setTheme(chosen);
          }}
        >
          {THEMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
