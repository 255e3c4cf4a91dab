import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';
import { element } from '../behaviors/dialogs.ts';
import { writingIn } from './text-area.ts';

/** A mention, hashtag or name of an emoji being typed before the caret. */
const begun =
  /(?<=^|[^\p{L}\p{N}\p{M}_@/.])@[\p{L}\p{N}_.]{1,30}$|(?<=^|[^\p{L}\p{N}\p{M}_&#/])#[\p{L}\p{N}\p{M}_]{1,60}$|(?<=^|[\s(]):[a-z0-9_+-]{2,30}$/u;
const pause = 120;

/**
 * Completes @names, #hashtags and :emoji in a text as a combobox: arrow keys select, Enter or Tab accepts,
 * Escape closes.
 */
export class Complete extends Controller<HTMLElement> {
  private readonly writing = writingIn(this.element);
  private readonly list = element('ul', 'search-suggestions completions');
  private timer = 0;
  private asked = '';

  override connect(): void {
    this.list.id = `completions-${this.element.id || (this.element.getAttribute('name') ?? 'rich-text')}`;
    this.list.role = 'listbox';
    this.list.ariaLabel = t`Suggestions`;
    this.list.popover = 'manual';
    // The text keeps the focus while an option is clicked.
    this.list.addEventListener('pointerdown', (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) => {
      const option = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (option) this.take(option);
    });
    this.element.addEventListener('input', this.ask);
    // Before the editor of rich text.
    this.element.addEventListener('keydown', this.steer, true);
    this.element.addEventListener('blur', this.close);
    this.element.addEventListener('click', this.close);
    // This controller loads on focus, so the user may have typed before.
    if (this.writing.hasChanged()) this.ask();
  }

  override disconnect(): void {
    this.close();
    this.list.remove();
    this.element.removeEventListener('input', this.ask);
    this.element.removeEventListener('keydown', this.steer, true);
    this.element.removeEventListener('blur', this.close);
    this.element.removeEventListener('click', this.close);
  }

  private readonly ask = (): void => {
    window.clearTimeout(this.timer);
    const typed = this.typed();
    if (typed === undefined) this.close();
    else this.timer = window.setTimeout(() => void this.fetch(typed), pause);
  };

  private readonly steer = (event: KeyboardEvent): void => {
    if (this.options.length === 0 || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isTaken = (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && this.current;
    if (step !== undefined) this.walk(step);
    else if (isTaken) this.take(isTaken);
    else if (event.key === 'Escape') this.close();
    else return;
    event.preventDefault();
    // Otherwise, Enter would send the message, and Escape would close the surrounding element.
    event.stopPropagation();
  };

  private readonly close = (): void => {
    window.clearTimeout(this.timer);
    this.asked = '';
    this.list.replaceChildren();
    if (this.list.isConnected) this.list.hidePopover();
    for (const name of ['controls', 'autocomplete', 'haspopup', 'activedescendant'])
      this.element.removeAttribute(`aria-${name}`);
  };

  private typed(): string | undefined {
    return begun.exec(this.writing.around()?.[0] ?? '')?.[0];
  }

  private async fetch(typed: string): Promise<void> {
    this.asked = typed;
    const options = await (typed.startsWith(':') ? listEmoji(typed.slice(1)) : listNames(typed));
    // The text has changed, or the field lost the focus.
    if (this.asked !== typed || this.typed() !== typed) return;
    if (options.length === 0 || (options.length === 1 && options[0]?.dataset.value === typed)) this.close();
    else this.show(options, typed);
  }

  private show(options: HTMLElement[], typed: string): void {
    for (const [index, option] of options.entries()) option.id = `${this.list.id}-${index}`;
    this.list.replaceChildren(...options);
    if (!this.list.isConnected) this.element.after(this.list);
    this.list.showPopover();
    this.place(typed);
    // A combobox is a single-line field, so a multi-line field keeps its role and gets the other attributes
    // of that pattern.
    this.element.ariaAutoComplete = 'list';
    this.element.ariaHasPopup = 'listbox';
    this.element.setAttribute('aria-controls', this.list.id);
    // A hashtag may be new, so Enter inserts a line break unless an option is chosen. A mention must exist,
    // so the first option is preselected, as is that of an emoji.
    this.highlight(typed.startsWith('#') ? undefined : options[0]);
  }

  /** Places the list below the current line, or above it if there is no room. */
  private place(typed: string): void {
    const { x, top, bottom } = this.writing.placeOf(typed.length);
    const { offsetWidth: width, offsetHeight: height } = this.list;
    const isBelow = bottom + height < window.innerHeight;
    this.list.style.left = `${Math.max(8, Math.min(x, window.innerWidth - width - 8))}px`;
    this.list.style.top = `${isBelow ? bottom + 4 : Math.max(8, top - height - 4)}px`;
  }

  private take(option: HTMLElement): void {
    const typed = this.typed() ?? '';
    const rest = /^\s/.test(this.writing.around()?.[1] ?? '') ? '' : ' ';
    const text = `${option.dataset.value ?? typed}${rest}`;
    this.close();
    this.writing.replaceBefore(typed.length, text);
  }

  private walk(step: number): void {
    const { options } = this;
    const at = this.current ? options.indexOf(this.current) : step > 0 ? -1 : options.length;
    this.highlight(options[(at + step + options.length) % options.length]);
  }

  private get options(): HTMLElement[] {
    return [...this.list.children].filter((child) => child instanceof HTMLElement);
  }

  private get current(): HTMLElement | undefined {
    return this.options.find(({ ariaSelected }) => ariaSelected === 'true');
  }

  private highlight(chosen: HTMLElement | undefined): void {
    for (const option of this.options) option.ariaSelected = String(option === chosen);
    if (chosen) this.element.setAttribute('aria-activedescendant', chosen.id);
    else this.element.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  }
}

/** People and hashtags that the server suggests. */
async function listNames(typed: string): Promise<HTMLElement[]> {
  const answer = await fetch(`/search/suggest?q=${encodeURIComponent(typed)}`).catch(() => undefined);
  const text = answer?.ok ? await answer.text() : '';
  const found = new DOMParser().parseFromString(text, 'text/html').querySelectorAll<HTMLElement>('li');
  return [...found].filter(({ dataset }) => dataset.value?.startsWith(typed.slice(0, 1)));
}

/** The names are loaded when one is first typed. */
async function listEmoji(typed: string): Promise<HTMLElement[]> {
  const { findEmoji } = await import('./emoji-names.ts');
  return findEmoji(typed).map(({ emoji, name }) => {
    const option = element(
      'li',
      'search-suggestion',
      element('span', 'search-mark', emoji),
      element('span', '', `:${name}:`),
    );
    option.role = 'option';
    option.dataset.value = emoji;
    return option;
  });
}
