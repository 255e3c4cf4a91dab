import { t } from '../translate.ts';

interface Unseen {
  /** Messages were added below what is being read. */
  arrived: (messages: readonly HTMLElement[]) => void;
  /** The reader is at the newest message. */
  seen: () => void;
  /** The reader has written. */
  answered: () => void;
}

const isOfOthers = (message: HTMLElement) => !message.classList.contains('mine');

/**
 * Marks where the messages begin that arrive while the reader is elsewhere, and counts them on the button that
 * leads to the newest. A conversation that was opened with more unread messages than fit begins at their mark.
 */
export function markUnseen(scroll: HTMLElement, list: HTMLElement, button: HTMLElement): Unseen {
  const label = button.ariaLabel ?? '';
  let count = 0;
  const show = () => {
    const badge = button.querySelector<HTMLElement>('.count');
    if (badge) {
      badge.hidden = count === 0;
      badge.textContent = count > 99 ? '99+' : String(count);
    }
    button.ariaLabel = count === 0 ? label : `${label}: ${t`${count} new`}`;
  };
  const mark = () => list.querySelector<HTMLElement>('.chat-unread');
  const opened = location.hash === '' ? mark() : null;
  if (opened && opened.getBoundingClientRect().top < scroll.getBoundingClientRect().top) {
    opened.scrollIntoView({ block: 'start' });
    const messages = [...list.querySelectorAll<HTMLElement>('[data-id]')];
    count = messages.filter(
      (each) => isOfOthers(each) && opened.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).length;
    show();
  }
  return {
    arrived(messages) {
      const fresh = messages.filter(isOfOthers);
      const [first] = fresh;
      if (!first) return;
      if (count === 0) {
        mark()?.remove();
        first.before(newMark());
      }
      count += fresh.length;
      show();
    },
    seen() {
      if (count === 0) return;
      count = 0;
      show();
    },
    answered: () => mark()?.remove(),
  };
}

function newMark(): HTMLElement {
  const mark = document.createElement('li');
  mark.className = 'chat-unread';
  const text = document.createElement('span');
  text.textContent = t`New messages`;
  mark.append(text);
  return mark;
}
