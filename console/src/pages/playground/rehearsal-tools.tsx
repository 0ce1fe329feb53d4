import { useQuery } from '@tanstack/react-query';
import { Copy, Download, FlaskConical, MoreHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { rehearsalOf, useAgentOf } from '../../api/lists.ts';
import { MenuButton } from '../../parts/controls/menu-button.tsx';
import type { MenuEntry } from '../../parts/controls/menu-popover.tsx';
import { download } from '../../parts/download.ts';
import { ListenToggle } from '../../parts/speech/listen-toggle.tsx';
import { useCopy } from '../../parts/use-copy.ts';
import { spokenLines } from '../conversation/entries.ts';
import { shownTurn } from '../conversation/record-of-turn.ts';
import { scriptOf } from './script.ts';

/** What can be done with a whole conversation: listen to it, and play it again as a script. */
export default function RehearsalTools({
  id,
  draftOf,
  items = [],
}: {
  readonly id: string;
  /** The version whose draft it rehearses. */
  readonly draftOf?: number | undefined;
  /** What else the menu has. */
  readonly items?: readonly MenuEntry[];
}) {
  const { data } = useQuery(rehearsalOf(id));
  const language = useAgentOf(data, draftOf)?.language;
  const copy = useCopy();
  const turns = data?.turns;
  const lines = useMemo(() => spokenLines((turns ?? []).map((turn) => shownTurn(turn))), [turns]);
  if (!data) return null;
  const name = `rehearsal-${id.slice(-6)}.txt`;
  const command = `npm run call -- --agent ${data.agent} --script ${name}`;
  const script: readonly MenuEntry[] = [
    { label: 'Save as test', icon: FlaskConical, href: `/tests/new?rehearsal=${id}` },
    {
      label: 'Save as script',
      icon: Download,
      onAction: () => download([scriptOf(data)], { name, type: 'text/plain' }),
    },
    { label: 'Copy its command', icon: Copy, onAction: () => void copy(command, 'The command is copied.') },
  ];
  return (
    <>
      <ListenToggle lines={lines} from="now" language={language} />
      <MenuButton
        label="More about the conversation"
        icon={MoreHorizontal}
        items={[...items, ...(turns?.some(({ sender }) => sender === 'human') ? script : [])]}
      />
    </>
  );
}
