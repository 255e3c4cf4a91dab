import { Controller } from '@hotwired/stimulus';

/** Opens the browser's print dialog. */
export class Print extends Controller<HTMLElement> {
  open(): void {
    window.print();
  }
}
