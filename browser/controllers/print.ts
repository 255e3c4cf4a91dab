import { Controller } from '@hotwired/stimulus';

/** Opens the browser's dialog for printing. */
export class Print extends Controller<HTMLElement> {
  open(): void {
    window.print();
  }
}
