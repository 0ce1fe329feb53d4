/** What the reader chose: the system's colours, or always one of the two. */
export type Theme = 'system' | 'light' | 'dark';

/** The choice, which this browser keeps. */
export function chosenTheme(): Theme {
  const kept = localStorage.getItem('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Keeps the choice and shows it. */
export function chooseTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  applyTheme();
}

/** Shows the kept choice. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = chosenTheme();
}
