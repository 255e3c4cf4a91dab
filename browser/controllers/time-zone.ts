import { Controller } from '@hotwired/stimulus';

/** Selects the reader's time zone, unless one was chosen before. */
export class TimeZone extends Controller<HTMLElement> {
  override connect(): void {
    const select = this.element.querySelector('select');
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (!select || !timeZone || select.value !== 'UTC') return;
    if (![...select.options].some(({ value }) => value === timeZone))
      select.add(new Option(timeZone.replaceAll('_', ' '), timeZone));
    select.value = timeZone;
  }
}
