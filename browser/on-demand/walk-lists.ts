const entries = 'main :is(article.post, .question-card, .article-card, .thread-row)';

/**
 * Keyboard navigation of lists: j and k move between entries, l likes the focused one, r replies to it, Enter
 * opens it.
 */
export function handleListKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (
      target instanceof HTMLElement &&
      target.matches('input, textarea, select, [contenteditable], dialog *')
    )
      return;
    if (document.querySelector('[data-controller~="queue"]')) return;
    if (key === 'j' || key === 'k') walk(key === 'j' ? 1 : -1);
    else if (!act(key, target)) return;
    event.preventDefault();
  });
}

/** Makes links to fields of the page move the focus there, without a Turbo visit, which would reset it. */
export function focusLinkedFields(): void {
  document.addEventListener('click', (event) => {
    const { target } = event;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#field-"]') : null;
    const field = link && document.getElementById(link.hash.slice(1));
    if (!field) return;
    event.preventDefault();
    field.focus();
  });
}

const current = () => document.activeElement?.closest<HTMLElement>(entries);

function walk(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(entries)];
  const here = current();
  // The first visible entry, or the next one.
  const next = here
    ? all[all.indexOf(here) + step]
    : all.find((entry) => entry.getBoundingClientRect().bottom > 80);
  if (!next) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

function act(key: string, target: EventTarget | null): boolean {
  const entry = current();
  if (!entry) return false;
  const press = (found: HTMLElement | null) => {
    found?.click();
    return found !== null;
  };
  if (key === 'l') return press(entry.querySelector<HTMLElement>('.reactions > form .post-action'));
  if (key === 'r') return press(entry.querySelector<HTMLElement>('[data-reply]'));
  // On a focused link or button, Enter keeps its default action.
  if (key === 'Enter' && target === entry)
    return press(entry.querySelector<HTMLElement>(':is(.post-title, .post-when, h2, h3) a'));
  return false;
}
