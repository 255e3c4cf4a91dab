import { element } from '../behaviors/dialogs.ts';
import { t } from '../translate.ts';

/** Pages that a list loads by itself before it waits for a press, so that what is below it stays within reach. */
const byItself = 4;

/** Pages that a list loads again when its reader returns. */
const mostAgain = 10;

const lists = 'ul, ol, tbody';

/** Begins before the end is visible. */
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) reach(target as HTMLElement);
  },
  { rootMargin: '600px 0px' },
);

let isStarted = false;

/** Adds the next page of a list to it when its end is scrolled to, or its link is pressed. */
export function continueLists(): void {
  for (const end of document.querySelectorAll<HTMLElement>('[data-continues]')) {
    const link = linkOf(end);
    if (link && end.localName === 'nav') link.replaceChildren(t`Show more`);
    observer.observe(end);
  }
  if (!isStarted) start();
  void returnToPlace();
}

function start(): void {
  isStarted = true;
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('nav[data-continues] a[rel="next"]');
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !isPlain) return;
    event.preventDefault();
    const nav = link.closest('nav');
    if (nav) void add(nav, event.detail === 0);
  });
  for (const leave of ['pagehide', 'turbo:before-visit']) addEventListener(leave, storePlace, true);
  document.addEventListener('turbo:frame-load', ({ target }) => {
    // The next comments come in a frame, with the link to those after them.
    const next = target instanceof Element && target.querySelector<HTMLElement>('a[data-continues]');
    if (next) observer.observe(next);
  });
  addToTop();
}

const linkOf = (end: HTMLElement) =>
  end.localName === 'a' ? (end as HTMLAnchorElement) : end.querySelector<HTMLAnchorElement>('a[rel="next"]');

let reached = 0;
let reachedOn = '';

function reach(end: HTMLElement): void {
  if (reachedOn !== location.href) [reached, reachedOn] = [0, location.href];
  if (reached >= byItself || document.documentElement.hasAttribute('data-turbo-preview')) return;
  if (!end.isConnected || end.dataset.failed !== undefined) return;
  reached += 1;
  if (end.localName === 'a') end.click();
  else void add(end);
}

/** Adds the next page. `isFocused`: moves the focus to the first of it, after a press of a key. */
async function add(nav: HTMLElement, isFocused = false): Promise<boolean> {
  const link = linkOf(nav);
  const list = listBefore(nav);
  if (!link || !list || list.ariaBusy === 'true') return false;
  list.ariaBusy = 'true';
  link.ariaDisabled = 'true';
  delete nav.dataset.failed;
  link.replaceChildren(t`Loading …`);
  try {
    const page = await load(link.href);
    const found = listIn(page, list);
    if (!found) throw new Error('The next page has no such list');
    const added = [...found.children].filter((item) => !isShown(item));
    list.append(...added);
    nav.dataset.pages = [...pagesOf(nav), link.href].join(' ');
    const name = CSS.escape(nav.ariaLabel ?? '');
    const next = page.querySelector<HTMLAnchorElement>(`nav[aria-label="${name}"] a[rel="next"]`);
    announce(t`${added.length} more`);
    if (isFocused) focusIn(added[0]);
    if (next) link.href = next.href;
    else link.remove();
    link.replaceChildren(t`Show more`);
    // The end may still be visible, of which the observer does not tell again.
    observer.unobserve(nav);
    if (next) observer.observe(nav);
    return true;
  } catch {
    nav.dataset.failed = '';
    link.replaceChildren(t`Couldn’t load more. Try again`);
    return false;
  } finally {
    list.ariaBusy = null;
    link.ariaDisabled = null;
  }
}

async function load(address: string): Promise<Document> {
  // Visitors get the whole page, because it is cached.
  const isMember = document.body.dataset.live !== undefined;
  const headers = { accept: 'text/html', ...(isMember && { 'turbo-frame': 'page-body' }) };
  const response = await fetch(address, { headers });
  if (!response.ok) throw new Error(`The next page answers ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

const pagesOf = (nav: HTMLElement) => (nav.dataset.pages ?? '').split(' ').filter(Boolean);

function listBefore(nav: HTMLElement): HTMLElement | null {
  for (let before = nav.previousElementSibling; before; before = before.previousElementSibling) {
    const list = before.matches(lists) ? before : before.querySelector(lists);
    if (list instanceof HTMLElement) return list;
  }
  return null;
}

/** The list on another page that has the same label and class. */
function listIn(page: Document, list: HTMLElement): Element | undefined {
  return [...page.querySelectorAll(`main ${list.localName}`)].find(
    (other) => other.className === list.className && other.ariaLabel === list.ariaLabel,
  );
}

/** Pages by number overlap when something new came in between. */
function isShown(item: Element): boolean {
  const id = idIn(item);
  return id !== undefined && document.getElementById(id) !== null;
}

const idIn = (item: Element) => (item.id === '' ? item.querySelector('[id]')?.id : item.id);

function focusIn(item: Element | undefined): void {
  const target = item?.querySelector<HTMLElement>('article, a[href]') ?? item;
  if (!(target instanceof HTMLElement)) return;
  if (!target.matches('a')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

let status: HTMLElement | undefined;

function announce(text: string): void {
  status ??= element('p', 'visually-hidden');
  status.role = 'status';
  if (!status.isConnected) document.body.append(status);
  status.textContent = text;
}

interface Place {
  pages: string[];
  /** The first item in view, and its distance to the top of the window in pixels. */
  id: string;
  top: number;
}

const keyOf = () => `list:${location.href}`;

/** Stores how far the list was read. Turbo restores the pages it has cached without it. */
function storePlace(): void {
  const nav = document.querySelector<HTMLElement>('nav[data-continues]');
  const pages = nav ? pagesOf(nav) : [];
  const items = [...((nav && listBefore(nav))?.children ?? [])];
  const seen = items.find((item) => item.getBoundingClientRect().bottom > 0);
  const id = seen && idIn(seen);
  try {
    if (pages.length === 0 || !seen || id === undefined) sessionStorage.removeItem(keyOf());
    else {
      const place: Place = { pages, id, top: seen.getBoundingClientRect().top };
      sessionStorage.setItem(keyOf(), JSON.stringify(place));
    }
  } catch {
    // Storage is full or forbidden. The reader returns to the top.
  }
}

let isRestoring = false;
document.addEventListener('turbo:visit', (event) => {
  isRestoring = (event as CustomEvent<{ action: string }>).detail.action === 'restore';
});

/** Loads what had been loaded before a reload, or before the browser left the site. */
async function returnToPlace(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReturn = isRestoring || ['reload', 'back_forward'].includes(navigation?.type ?? '');
  const nav = document.querySelector<HTMLElement>('nav[data-continues]');
  const stored = sessionStorage.getItem(keyOf());
  if (!isReturn || !nav || stored === null || nav.dataset.pages !== undefined) return;
  sessionStorage.removeItem(keyOf());
  const { pages, id, top } = JSON.parse(stored) as Place;
  for (let count = Math.min(pages.length, mostAgain); count > 0; count -= 1) if (!(await add(nav))) return;
  const seen = [...(listBefore(nav)?.children ?? [])].find((item) => idIn(item) === id);
  if (seen) scrollBy(0, seen.getBoundingClientRect().top - top);
}

function addToTop(): void {
  const button = element('button', 'button small to-top', t`Back to top`);
  button.type = 'button';
  button.hidden = true;
  button.addEventListener('click', () => {
    scrollTo({
      top: 0,
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  const show = () => {
    if (!button.isConnected) document.body.append(button);
    button.hidden = scrollY < 2 * innerHeight || document.querySelector('[data-continues]') === null;
  };
  document.addEventListener('scroll', show, { passive: true });
  document.addEventListener('turbo:render', show);
  document.addEventListener('turbo:before-cache', () => button.remove());
  show();
}
