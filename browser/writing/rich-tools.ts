import { t } from '../translate.ts';
import { element } from '../behaviors/dialogs.ts';
import type { RichText } from '../rich-text/editor.ts';
import { enterToolbar, walkToolbar } from './toolbar.ts';

/** What belongs to the place of the caret: the buttons of a table, and the address of a link or a picture's alternative text. */
export class RichTools {
  readonly element = element('div', 'rich-text-tools');
  private readonly table = element('div', 'button-row');
  private readonly row = element('div', 'rich-text-ask');
  private readonly label = element('label', 'field-label');
  private readonly input = element('input', 'input');
  private readonly remove = element('button', 'button small plain', t`Remove link`);
  private asked: 'link' | 'alt' | undefined;
  private readonly text: RichText;

  constructor(text: RichText) {
    this.text = text;
    const tools = {
      'add-row': t`Add row`,
      'add-column': t`Add column`,
      'delete-row': t`Delete row`,
      'delete-column': t`Delete column`,
      'delete-table': t`Delete table`,
    };
    for (const [name, label] of Object.entries(tools)) {
      const button = element('button', 'button small plain', label);
      button.type = 'button';
      button.addEventListener('click', () => text.run(name));
      this.table.append(button);
    }
    this.table.role = 'toolbar';
    this.table.ariaLabel = t`Table`;
    this.table.addEventListener('focusin', enterToolbar);
    this.table.addEventListener('keydown', walkToolbar);
    const apply = element('button', 'button small', t`Apply`);
    apply.type = this.remove.type = 'button';
    this.input.id = 'rich-text-ask';
    this.label.htmlFor = this.input.id;
    apply.addEventListener('click', () => this.apply());
    this.remove.addEventListener('click', () => {
      text.setLink(undefined);
      this.close();
    });
    this.row.addEventListener('keydown', (event) => this.press(event));
    // The field is no part of the form.
    for (const type of ['input', 'change'])
      this.row.addEventListener(type, (event) => event.stopPropagation());
    this.row.append(this.label, this.input, apply, this.remove);
    this.element.append(this.table, this.row);
    this.close(false);
    this.update();
  }

  /** Shows what belongs to the place of the caret. */
  update(): void {
    this.table.hidden = !this.text.isInTable;
    const { alt } = this.text;
    if (alt !== undefined && this.asked !== 'alt') this.open('alt', t`Alt text`, alt);
    if (alt === undefined && this.asked === 'alt') this.close(false);
  }

  askForLink(): void {
    this.open('link', t`Address`, this.text.link ?? '');
    this.remove.hidden = this.text.link === undefined;
    this.input.focus();
  }

  private open(asked: 'link' | 'alt', label: string, value: string): void {
    this.asked = asked;
    this.label.textContent = label;
    this.input.inputMode = asked === 'link' ? 'url' : 'text';
    this.input.placeholder = asked === 'link' ? 'https://' : '';
    this.input.value = value;
    this.remove.hidden = true;
    this.row.hidden = false;
  }

  private close(returnsFocus = true): void {
    this.asked = undefined;
    this.row.hidden = true;
    if (returnsFocus) this.text.focus();
  }

  private press(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter would send the form, and Escape close the dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') this.close();
    else if (event.target === this.input) this.apply();
    else if (event.target instanceof HTMLButtonElement) event.target.click();
  }

  private apply(): void {
    const typed = this.input.value.trim();
    if (this.asked === 'alt') this.text.setAlt(typed);
    else this.text.setLink(typed === '' ? undefined : withScheme(typed));
    this.close();
  }
}

const withScheme = (typed: string): string =>
  /^(https?:\/\/|mailto:|\/|#)/i.test(typed)
    ? typed
    : /^[^\s@/]+@[^\s@/]+$/.test(typed)
      ? `mailto:${typed}`
      : `https://${typed.replace(/^[a-z]+:(?!\d)\/*/i, '')}`;
