import { Search } from 'lucide-react';
import { useState } from 'react';

/** One field to search with. It shows what is typed at once: the value may follow later, as an address does. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder = label,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** @default the label */
  readonly placeholder?: string;
}) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** What was typed and has not come back as the value yet. */
  const [told, setTold] = useState<readonly string[]>([]);
  if (value !== seen) {
    const at = told.lastIndexOf(value);
    setSeen(value);
    setTold(told.slice(at < 0 ? told.length : at + 1));
    if (at < 0) setText(value);
  }
  return (
    <div className="search-field">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setTold([...told, target.value]);
          onChange(target.value);
        }}
      />
    </div>
  );
}
