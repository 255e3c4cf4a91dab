import { Controller } from '@hotwired/stimulus';

/**
 * Shows a live preview beside a form, shortly after the last input, and fills in the parameters of templates.
 */
export class Builder extends Controller<HTMLElement> {
  static override targets = ['preview'];
  static override values = { address: String };
  declare readonly previewTarget: HTMLElement;
  declare readonly addressValue: string;
  private timer = 0;
  private latest = 0;

  override connect(): void {
    this.element.addEventListener('input', this.later);
    this.element.addEventListener('change', this.later);
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
  }

  /** Fills in the parameters of the chosen template. Without scripts, the button submits the form instead. */
  fillIn(event: Event): void {
    const { target, type } = event;
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-templates]') : null;
    const place = row?.closest<HTMLElement>('.builder-fields');
    const choice = row?.querySelector('select');
    if (!row || !place || !choice || (type === 'change' && target !== choice)) return;
    event.preventDefault();
    const all = JSON.parse(row.dataset.templates ?? '{}') as Record<
      string,
      { name: string; value: string }[]
    >;
    const parameters = all[choice.value] ?? [];
    // What is filled in can be changed, so the template is not applied again when the form is saved.
    choice.value = '';
    for (const { name, value } of parameters) {
      const field = inputs(place, `[name="${name}"]`)[0] ?? valueBeside(place, name);
      if (field) field.value = value;
    }
    place.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Fills in a random alias of seven letters and digits. The preview says whether it is available. */
  drawAlias({ currentTarget }: Event): void {
    const field =
      currentTarget instanceof Element ? currentTarget.parentElement?.querySelector('input') : undefined;
    if (!field) return;
    field.value = Array.from(
      crypto.getRandomValues(new Uint8Array(aliasLength)),
      (byte) => aliasCharacters[byte % aliasCharacters.length],
    ).join('');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }

  private readonly later = (): void => {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.show(), 300);
  };

  private async show(): Promise<void> {
    const form = this.element.querySelector('form');
    if (!form) return;
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      // The preview only shows whether there is a password, so the password is not sent.
      if (typeof value === 'string') fields.append(name, name === 'password' && value ? '…' : value);
    const number = (this.latest += 1);
    const answer = await fetch(this.addressValue, { method: 'POST', body: fields }).catch(() => undefined);
    // The form works without a preview. Only the latest request counts.
    if (!answer?.ok || answer.redirected || number !== this.latest) return;
    this.previewTarget.innerHTML = await answer.text();
  }
}

const aliasLength = 7;
/** Without those that look alike. */
const aliasCharacters = 'abcdefghijkmnpqrstuvwxyz23456789';

const inputs = (place: HTMLElement, selector: string) => [
  ...place.querySelectorAll<HTMLInputElement>(`input${selector}`),
];

/** The field beside a parameter's name in the list, or in a blank row of it. */
function valueBeside(place: HTMLElement, name: string): HTMLInputElement | undefined {
  const names = () => inputs(place, '[name="parameter_name[]"]');
  const find = () =>
    names().findIndex(({ value }) => value.trim() === name) + 1 ||
    names().findIndex(({ value }) => value === '') + 1;
  if (!find()) place.querySelector<HTMLButtonElement>('[value="more"]')?.click();
  const at = find() - 1;
  const field = names()[at];
  if (field) field.value = name;
  return inputs(place, '[name="parameter_value[]"]')[at];
}
