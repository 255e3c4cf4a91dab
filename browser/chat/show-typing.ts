import { t } from '../translate.ts';

export interface Typing {
  account: string;
  name: string;
  isTyping: boolean;
}

/** A typing indicator without a stop event expires after this long, in milliseconds. */
const longest = 8000;

/** Returns a function that updates the typing indicator in `line`. */
export function showTyping(line: HTMLElement): (typing: Typing) => void {
  const present = new Map<string, { name: string; timer: number }>();
  const note = ({ account, name, isTyping }: Typing): void => {
    window.clearTimeout(present.get(account)?.timer);
    present.delete(account);
    if (isTyping) {
      const timer = window.setTimeout(() => note({ account, name, isTyping: false }), longest);
      present.set(account, { name, timer });
    }
    const names = [...present.values()].map((each) => each.name);
    line.textContent =
      names.length === 0
        ? ''
        : names.length === 1
          ? t`${names.join(', ')} is typing…`
          : t`${names.join(', ')} are typing…`;
  };
  return note;
}
