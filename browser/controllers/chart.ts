import { Controller } from '@hotwired/stimulus';
import { element } from '../behaviors/dialogs.ts';

/** Shows the values of the hovered part of a chart, in place of the browser's slow tooltip. */
export class Chart extends Controller<HTMLElement> {
  static override targets = ['band'];
  private readonly tip = element('div', 'chart-tip');

  bandTargetConnected(band: SVGRectElement): void {
    const title = band.querySelector('title');
    const text = title?.textContent ?? '';
    title?.remove();
    band.addEventListener('pointerenter', () => this.show(band, text));
    band.addEventListener('pointerleave', () => this.tip.remove());
  }

  private show(band: SVGRectElement, text: string): void {
    this.tip.textContent = text;
    this.tip.setAttribute('aria-hidden', 'true');
    this.element.append(this.tip);
    const frame = this.element.getBoundingClientRect();
    const place = band.getBoundingClientRect();
    const middle = place.left - frame.left + place.width / 2;
    const max = frame.width - this.tip.offsetWidth;
    this.tip.style.insetBlockStart = `${place.top - frame.top}px`;
    this.tip.style.left = `${Math.min(Math.max(middle - this.tip.offsetWidth / 2, 0), max)}px`;
  }
}
