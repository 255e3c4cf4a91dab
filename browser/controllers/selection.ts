import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';

/** Checkboxes in a list: counts them, selects a range with Shift, and selects the whole page. */
export class Selection extends Controller<HTMLElement> {
  static override targets = ['page', 'count', 'all'];
  declare readonly pageTarget: HTMLInputElement;
  declare readonly hasPageTarget: boolean;
  declare readonly countTarget: HTMLElement;
  declare readonly allTarget: HTMLInputElement;
  declare readonly hasAllTarget: boolean;
  private last: HTMLInputElement | undefined;

  override connect(): void {
    this.element.addEventListener('click', this.take);
    this.element.addEventListener('change', this.count);
    document.addEventListener('click', this.closeOthers);
    document.addEventListener('keydown', this.leave);
    this.count();
  }

  override disconnect(): void {
    document.removeEventListener('click', this.closeOthers);
    document.removeEventListener('keydown', this.leave);
  }

  page(): void {
    for (const box of this.boxes) box.checked = this.pageTarget.checked;
    this.count();
  }

  private get boxes(): HTMLInputElement[] {
    return [...this.element.querySelectorAll<HTMLInputElement>('.row-check')];
  }

  private readonly take = (event: MouseEvent): void => {
    const box =
      event.target instanceof HTMLInputElement && event.target.matches('.row-check') && event.target;
    if (!box) return;
    const { boxes, last } = this;
    if (event.shiftKey && last) {
      const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
      for (const between of boxes.slice(from, (to ?? 0) + 1)) between.checked = box.checked;
      this.count();
    }
    this.last = box;
  };

  private readonly count = (): void => {
    const { boxes } = this;
    const ticked = boxes.filter(({ checked }) => checked).length;
    if (!this.hasPageTarget) return;
    this.pageTarget.checked = ticked > 0 && ticked === boxes.length;
    this.pageTarget.indeterminate = ticked > 0 && ticked < boxes.length;
    if (ticked === 0 && this.hasAllTarget) this.allTarget.checked = false;
    const isAll = this.hasAllTarget && this.allTarget.checked;
    this.countTarget.textContent = isAll ? t`All matching` : t`${ticked} selected`;
  };

  /** One panel is open at a time. A click elsewhere closes it. */
  private readonly closeOthers = ({ target }: Event): void => {
    for (const panel of this.panels)
      if (target instanceof Node && !panel.contains(target)) panel.open = false;
  };

  private readonly leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    for (const panel of this.panels) {
      if (panel.contains(document.activeElement)) panel.querySelector('summary')?.focus();
      panel.open = false;
    }
  };

  private get panels(): HTMLDetailsElement[] {
    return [...this.element.querySelectorAll<HTMLDetailsElement>('details.popover[open]')];
  }
}
