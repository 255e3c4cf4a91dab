import { Controller } from '@hotwired/stimulus';

/** An editable list of rows: adds a row, and removes any of them. */
export class Rows extends Controller<HTMLElement> {
  static override targets = ['row'];
  declare readonly rowTargets: HTMLElement[];

  override connect(): void {
    // Blank rows are a fallback without scripts. At least one row remains.
    const blank = this.rowTargets.filter((row) => fieldsOf(row).every(({ value }) => value === ''));
    for (const row of blank.slice(this.rowTargets.length === blank.length ? 1 : 0)) row.remove();
  }

  add(event: Event): void {
    event.preventDefault();
    const last = this.rowTargets.at(-1);
    const row = last?.cloneNode(true);
    if (!last || !(row instanceof HTMLElement)) return;
    for (const [at, field] of fieldsOf(row).entries()) {
      field.value = '';
      if (at === 0) queueMicrotask(() => field.focus());
    }
    last.after(row);
    this.number();
  }

  remove({ target }: Event): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('.row-fields') : null;
    if (!row) return;
    for (const field of fieldsOf(row)) field.value = '';
    if (this.rowTargets.length > 1) row.remove();
    this.number();
    this.element.dispatchEvent(new Event('change', { bubbles: true }));
  }

  private number(): void {
    for (const [at, row] of this.rowTargets.entries())
      for (const field of fieldsOf(row))
        field.ariaLabel = (field.ariaLabel ?? '').replace(/(?<!\d)\d+$/, String(at + 1));
  }
}

const fieldsOf = (row: HTMLElement) => [
  ...row.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'),
];
