import { visit } from '@hotwired/turbo';
import { element } from '../behaviors/dialogs.ts';
import { t } from '../translate.ts';
import { recentSearches } from './recent-searches.ts';

const pause = 120;
/** Actions and pages shown above what the search suggests. */
const mostPages = 6;

let extras: Promise<HTMLElement[]> | undefined;

/**
 * Fills an open palette: a combobox over actions and pages, which it knows, and people and content, which the
 * search suggests. `link` is the link to the search page, with the URLs of suggestions and results.
 */
export function fillPalette(link: HTMLAnchorElement, dialog: HTMLDialogElement): void {
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('ul');
  if (input && list) new Palette(link, input, list, dialog).update();
}

class Palette {
  private readonly link: HTMLAnchorElement;
  private readonly input: HTMLInputElement;
  private readonly list: HTMLUListElement;
  private readonly dialog: HTMLDialogElement;
  private readonly pages = pagesOfNavigation();
  private timer = 0;
  private isMoved = false;

  constructor(
    link: HTMLAnchorElement,
    input: HTMLInputElement,
    list: HTMLUListElement,
    dialog: HTMLDialogElement,
  ) {
    this.link = link;
    this.input = input;
    this.list = list;
    this.dialog = dialog;
    input.addEventListener('input', () => {
      this.isMoved = false;
      this.update();
    });
    input.addEventListener('keydown', (event) => this.press(event));
    list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (option) this.go(option);
    });
    list.addEventListener('pointermove', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (option && option !== this.current) this.highlight(option);
    });
    extras ??= fetchOptions('/palette');
    void extras.then((found) => {
      // What could not be fetched is asked for the next time.
      if (found.length === 0) extras = undefined;
      this.pages.push(...found);
      this.update();
    });
  }

  /** Shows what matches the text at once, and what the search suggests after a pause. */
  update(): void {
    const typed = this.input.value.trim();
    const words = fold(typed).split(/\s+/).filter(Boolean);
    const known = this.pages.filter((page) => words.every((word) => wordsOf(page).includes(` ${word}`)));
    const recent = recentSearches().map((q) => this.fullSearch(q));
    const shown =
      words.length === 0
        ? [...recent, ...known.filter(({ dataset }) => !dataset.words)]
        : known.slice(0, mostPages);
    this.show(shown, typed);
    window.clearTimeout(this.timer);
    if (typed.length > 1) this.timer = window.setTimeout(() => void this.ask(typed, shown), pause);
  }

  private async ask(typed: string, known: HTMLElement[]): Promise<void> {
    const found = await fetchOptions(`${this.link.dataset.palette ?? ''}${encodeURIComponent(typed)}`);
    if (this.input.value.trim() === typed) this.show([...known, ...found], typed);
  }

  private show(options: HTMLElement[], typed: string): void {
    // The first is chosen until the person moves, whatever arrives.
    const chosen = this.isMoved ? this.current?.dataset.href : undefined;
    const all = typed === '' ? options : [...options, this.fullSearch(typed)];
    for (const [index, option] of all.entries()) option.id = `palette-${index}`;
    this.list.replaceChildren(...all);
    this.highlight(all.find(({ dataset }) => dataset.href === chosen) ?? all[0]);
  }

  private fullSearch(typed: string): HTMLElement {
    const href = `${this.link.dataset.results ?? ''}${encodeURIComponent(typed)}`;
    return option(href, t`Search for “${typed}”`, this.link.querySelector('svg'));
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const options = [...this.list.children] as HTMLElement[];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      this.isMoved = true;
      const at = this.current ? options.indexOf(this.current) : -1;
      this.highlight(options[(at + step + options.length) % options.length]);
    } else if (event.key === 'Enter' && this.current) this.go(this.current);
    else return;
    event.preventDefault();
  }

  private go({ dataset: { href = '/' } }: HTMLElement): void {
    this.dialog.close();
    // A field of the same page, such as that of a new post, takes the focus.
    const { pathname, hash } = new URL(href, location.href);
    const field = pathname === location.pathname && hash ? document.querySelector<HTMLElement>(hash) : null;
    if (field) field.focus();
    else visit(href);
  }

  private get current(): HTMLElement | undefined {
    return [...this.list.children].find((each): each is HTMLElement => each.ariaSelected === 'true');
  }

  private highlight(chosen: HTMLElement | undefined): void {
    for (const each of this.list.children) each.ariaSelected = String(each === chosen);
    if (chosen) this.input.setAttribute('aria-activedescendant', chosen.id);
    else this.input.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  }
}

/** The pages and actions that the navigation and the account menu link to. */
function pagesOfNavigation(): HTMLElement[] {
  const links = document.querySelectorAll<HTMLAnchorElement>('.navigation a, .account-menu a');
  return [...links].map((link) => {
    const label = link.querySelector('.navigation-label, span')?.textContent.trim() ?? '';
    const created = option(link.getAttribute('href') ?? '/', label, link.querySelector('svg'));
    const keys = link.dataset.shortcut?.split(' ') ?? [];
    created.append(element('span', 'search-detail', ...keys.map((key) => element('kbd', '', key))));
    return created;
  });
}

function option(href: string, label: string, image: SVGElement | null): HTMLElement {
  const name = element('span', '', label);
  name.dir = 'auto';
  const created = element('li', 'search-suggestion', element('span', 'search-mark'), name);
  created.role = 'option';
  created.dataset.href = href;
  if (image) created.firstElementChild?.append(image.cloneNode(true));
  return created;
}

async function fetchOptions(url: string): Promise<HTMLElement[]> {
  const answer = await fetch(url).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : '';
  return [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('li')];
}

/** The words of an option, each after a space. */
const wordsOf = ({ dataset, textContent }: HTMLElement) =>
  ` ${fold(`${textContent} ${dataset.words ?? ''}`).replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`;

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();
