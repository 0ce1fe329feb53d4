import { useQuery } from '@tanstack/react-query';
import { versionsOf } from '../../api/lists.ts';
import { SelectField } from '../controls.tsx';

/** The version of an agent; an empty one stands for the live version. */
export function VersionField({
  agent,
  version,
  faults,
  onChange,
}: {
  readonly agent: string;
  readonly version: string;
  readonly faults: readonly string[];
  readonly onChange: (version: string) => void;
}) {
  const { data: versions = [] } = useQuery(versionsOf(agent));
  return (
    <SelectField
      label="Version"
      faults={faults}
      none="Live version"
      options={versions.map(({ version: number, is_latest: isLatest }) => [
        String(number),
        isLatest ? `${number} (latest)` : String(number),
      ])}
      value={version}
      onChange={onChange}
    />
  );
}
