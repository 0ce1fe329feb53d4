import { useToast } from './toasts.tsx';

/** Gives what copies a text to the clipboard and says so. */
export function useCopy() {
  const say = useToast();
  return async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text);
      say(done);
    } catch {
      say('The browser blocked copying.', true);
    }
  };
}
