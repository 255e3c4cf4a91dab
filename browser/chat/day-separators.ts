import { t } from '../translate.ts';

const language = () => document.documentElement.lang || 'en';

/** Days of other years are shown with their year. */
export function daySeparator(at: Date): HTMLElement {
  const separator = document.createElement('li');
  separator.className = 'chat-day';
  const now = new Date();
  separator.textContent =
    at.toDateString() === now.toDateString()
      ? t`Today`
      : new Intl.DateTimeFormat(language(), {
          weekday: 'long',
          day: 'numeric',
          month: 'long',
          ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
        }).format(at);
  return separator;
}

/** Hides separators that the next one, which sticks to the same place, would only partly cover. */
export function hideCoveredDays(list: HTMLElement): void {
  const separators = [...list.querySelectorAll<HTMLElement>('.chat-day')];
  const rects = separators.map((separator) => separator.getBoundingClientRect());
  for (const [i, separator] of separators.entries())
    separator.classList.toggle('covered', (rects[i + 1]?.top ?? Infinity) < (rects[i]?.bottom ?? 0));
}
