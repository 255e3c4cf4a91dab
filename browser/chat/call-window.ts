import { Controller } from '@hotwired/stimulus';
import { openCallWindow } from '../calls/open-call-window.ts';

/**
 * Opens call links in a small window beside the page, so that the user can continue to read during a call.
 */
export class CallWindow extends Controller<HTMLElement> {
  override connect(): void {
    this.element.addEventListener('click', this.onClick);
  }

  override disconnect(): void {
    this.element.removeEventListener('click', this.onClick);
  }

  private readonly onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (openCallWindow(link.href, link.target || 'plaza-call')) event.preventDefault();
  };
}
