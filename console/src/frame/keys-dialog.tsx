import Dialog from '../parts/controls/dialog.tsx';
import { Facts } from '../parts/values.tsx';

/** The keys of the console, with what they do. */
const KEYS = {
  'Ctrl K': 'Jump to a page, an agent, a call or an action',
  '/': 'Search this page',
  '?': 'Show these keys',
  'Ctrl S': 'Save',
  '↑ ↓, or k j': 'Go from row to row',
  'Space, Escape': 'Look at a row beside its list; close it',
  Enter: 'Open the row',
  '[ ]': 'The call, test, run or delivery before and after this one',
  '1, 2, 3': 'Review a call: fine, make a test, note',
};

/** Shows the keys. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
      <Facts
        facts={Object.fromEntries(
          Object.entries(KEYS).map(([keys, text]) => [text, <kbd key={keys}>{keys}</kbd>]),
        )}
      />
    </Dialog>
  );
}
