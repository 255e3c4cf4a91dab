import { Controller } from '@hotwired/stimulus';

/**
 * Keyboard navigation of a queue: j and k move, space ticks, and a key named by `data-queue-key` on a button
 * of the current entry clicks that button.
 */
export class Queue extends Controller<HTMLElement> {
  override connect(): void {
    document.addEventListener('keydown', this.press);
  }

  override disconnect(): void {
    document.removeEventListener('keydown', this.press);
  }

  private readonly press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (
      target instanceof HTMLElement &&
      target.matches('input, textarea, select, button, a, summary, dialog *')
    )
      return;
    if (key === 'j' || key === 'k') this.walk(key === 'j' ? 1 : -1);
    else if (!this.act(key)) return;
    event.preventDefault();
  };

  private walk(step: 1 | -1): void {
    const { entries } = this;
    const at = entries.findIndex((entry) => entry.contains(document.activeElement));
    const next = entries[at === -1 ? 0 : Math.min(Math.max(at + step, 0), entries.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: 'start' });
  }

  private act(key: string): boolean {
    const entry = this.entries.find((each) => each.contains(document.activeElement));
    if (!entry) return false;
    if (key === ' ') {
      entry.querySelector<HTMLInputElement>('.row-check')?.click();
      return true;
    }
    const found = entry.querySelector<HTMLButtonElement>(`[data-queue-key="${CSS.escape(key)}"]`);
    found?.click();
    return found !== null;
  }

  private get entries(): HTMLElement[] {
    return [...this.element.querySelectorAll<HTMLElement>('.case')];
  }
}
