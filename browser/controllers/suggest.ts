import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';
import { visit } from '@hotwired/turbo';
import { element } from '../behaviors/dialogs.ts';
import { forgetSearches, recentSearches } from '../on-demand/recent-searches.ts';

/** Search suggestions as a combobox: arrow keys select, Enter opens, Escape restores the typed text. */
export class Suggest extends Controller<HTMLFormElement> {
  static override targets = ['input', 'list'];
  declare readonly inputTarget: HTMLInputElement;
  declare readonly listTarget: HTMLElement;
  private timer = 0;
  private asked = '';

  override connect(): void {
    this.listTarget.role = 'listbox';
    this.listTarget.ariaLabel = t`Suggestions`;
  }

  /** Shows the last searches in an empty box. */
  offer(): void {
    const recent = this.inputTarget.value === '' ? recentSearches() : [];
    if (recent.length === 0) return;
    const options = recent.map((q) => this.option(q, t`Recent`, `/search?q=${encodeURIComponent(q)}`));
    this.show([...options, this.option(t`Clear recent searches`, '', '')]);
  }

  private option(label: string, detail: string, href: string): HTMLElement {
    const name = element('span', '', label);
    name.dir = 'auto';
    const mark = element('span', 'search-mark');
    const image = this.element.querySelector('.input-icon svg');
    if (image && href) mark.append(image.cloneNode(true));
    const created = element('li', 'search-suggestion', mark, name, element('span', 'search-detail', detail));
    created.role = 'option';
    created.dataset.href = href;
    return created;
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
  }

  ask(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.fetch(this.inputTarget.value.trim()), 150);
  }

  steer(event: KeyboardEvent): void {
    // While a word is composed, arrow keys and Enter choose among its characters.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape' && !this.listTarget.hidden) {
      event.preventDefault();
      this.close();
    } else if (event.key === 'Enter' && this.current) {
      event.preventDefault();
      this.go(this.current);
    } else if (step !== undefined && this.inputTarget.value === '' && this.listTarget.hidden) {
      this.offer();
    } else if (step !== undefined && this.options.length > 0) {
      event.preventDefault();
      this.listTarget.hidden = false;
      const at = this.current ? this.options.indexOf(this.current) : step > 0 ? -1 : this.options.length;
      // Moving past either end returns to the typed text.
      this.highlight(this.options[at + step]);
    }
  }

  close(): void {
    window.clearTimeout(this.timer);
    this.asked = '';
    this.listTarget.hidden = true;
    this.highlight(undefined);
  }

  /** The search box keeps the focus while a suggestion is clicked. */
  hold(event: Event): void {
    event.preventDefault();
  }

  choose({ target }: Event): void {
    const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null;
    if (option) this.go(option);
  }

  private async fetch(typed: string): Promise<void> {
    this.asked = typed;
    const answer =
      typed.length < 2
        ? undefined
        : await fetch(`/search/suggest?q=${encodeURIComponent(typed)}`).catch(() => undefined);
    const text = answer?.ok ? await answer.text() : '';
    // The text has changed, or the search box lost the focus.
    if (this.asked !== typed) return;
    this.show([...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('li')]);
    if (typed === '') this.offer();
  }

  private show(options: HTMLElement[]): void {
    for (const [index, option] of options.entries()) option.id = `search-suggestion-${index}`;
    this.listTarget.replaceChildren(...options);
    this.listTarget.hidden = options.length === 0;
    this.highlight(undefined);
  }

  private go(option: HTMLElement): void {
    this.close();
    if (option.dataset.href) visit(option.dataset.href);
    else forgetSearches();
  }

  private get options(): HTMLElement[] {
    return [...this.listTarget.querySelectorAll<HTMLElement>('[role="option"]')];
  }

  private get current(): HTMLElement | undefined {
    return this.listTarget.hidden ? undefined : this.options.find((option) => option.ariaSelected === 'true');
  }

  private highlight(chosen: HTMLElement | undefined): void {
    for (const option of this.options) option.ariaSelected = String(option === chosen);
    this.inputTarget.setAttribute('aria-expanded', String(!this.listTarget.hidden));
    if (chosen) this.inputTarget.setAttribute('aria-activedescendant', chosen.id);
    else this.inputTarget.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  }
}
