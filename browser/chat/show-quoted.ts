import { t } from '../translate.ts';

/** Shows above the composer which message is answered: its author and the start of its text. */
export function showQuoted(target: HTMLElement, message: HTMLElement): void {
  const author = document.createElement('b');
  author.textContent = message.querySelector('.message-author, .message-column > p')?.textContent ?? '';
  const text = message.querySelector('.message-text')?.textContent.trim() ?? t`Attachment`;
  target.replaceChildren(author, ` ${text}`);
}
