import { exactTime, relativeText } from '../relative-time.ts';

/** Formats times in the reader's language and time zone, and updates them every minute. */
export function updateTimes(): void {
  const refresh = (): void => {
    const language = document.documentElement.lang || 'en';
    for (const element of document.querySelectorAll<HTMLTimeElement>('time.relative')) {
      const moment = new Date(element.dateTime);
      const text = relativeText(moment, new Date(), language, element.classList.contains('brief'));
      if (element.textContent !== text) element.textContent = text;
      element.title = exactTime(moment, language);
    }
  };
  refresh();
  setInterval(refresh, 60_000);
  for (const event of ['turbo:load', 'turbo:render', 'turbo:frame-render'])
    document.addEventListener(event, refresh);
}
