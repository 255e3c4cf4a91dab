import { daySeparator, hideCoveredDays } from './day-separators.ts';

/** Messages by the same author within this time are grouped, in milliseconds. */
const together = 5 * 60_000;

const language = () => document.documentElement.lang || 'en';

/** Adds day separators between messages and groups them, in the reader's time zone. */
export function groupMessages(list: HTMLElement): void {
  for (const separator of list.querySelectorAll('.chat-day')) separator.remove();
  const clock = new Intl.DateTimeFormat(language(), { hour: 'numeric', minute: '2-digit' });
  for (const time of list.querySelectorAll<HTMLTimeElement>('time.clock'))
    time.textContent = clock.format(new Date(time.dateTime));
  for (const seen of [...list.querySelectorAll('.message-seen')].slice(0, -1)) seen.remove();
  let above: HTMLElement | undefined;
  for (const message of list.querySelectorAll<HTMLElement>('[data-at]')) {
    const at = new Date(message.dataset.at ?? '');
    const before = above && new Date(above.dataset.at ?? '');
    const isNewDay = before?.toDateString() !== at.toDateString();
    if (isNewDay) {
      const above = message.previousElementSibling;
      (above?.classList.contains('chat-unread') ? above : message).before(daySeparator(at));
    }
    const isGrouped =
      !isNewDay &&
      !message.previousElementSibling?.classList.contains('chat-unread') &&
      above?.classList.contains('message') === true &&
      above.dataset.author === message.dataset.author &&
      at.getTime() - before.getTime() < together;
    if (message.classList.contains('message')) message.classList.toggle('grouped', isGrouped);
    above = message;
  }
  hideCoveredDays(list);
}
