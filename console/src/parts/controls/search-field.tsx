import { Search } from 'lucide-react';

/** One field to search with. */
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
  return (
    <div className="search-field">
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
