import { element } from '../behaviors/dialogs.ts';
import { t } from '../translate.ts';

/** Maximum number of posts that continue another one. */
const most = 24;

/** Adds a field for the next post of a thread below those that are there. */
export function addThreadPost(form: HTMLFormElement): void {
  const list = form.querySelector<HTMLElement>('[data-thread]');
  if (!list || list.children.length >= most) return;
  const field = element('textarea', 'composer-text');
  field.name = 'thread[]';
  field.rows = 2;
  field.maxLength = Number(list.dataset.thread);
  field.dataset.controller = 'autosize counter complete';
  const remove = element('button', 'icon-button small', '×');
  remove.type = 'button';
  const item = element('li', '', field, remove);
  remove.addEventListener('click', () => {
    const before = item.previousElementSibling ?? form;
    item.remove();
    number(list);
    before.querySelector('textarea')?.focus();
  });
  // An empty post is removed as the empty line that it is.
  field.addEventListener('keydown', ({ key }) => {
    if (key === 'Backspace' && field.value === '') remove.click();
  });
  list.append(item);
  number(list);
  field.focus();
  item.scrollIntoView({ block: 'nearest' });
}

/** The first post of the thread is above the list. */
function number(list: HTMLElement): void {
  for (const [at, item] of [...list.children].entries()) {
    const [field, remove] = [item.querySelector('textarea'), item.querySelector('button')];
    if (field) field.ariaLabel = t`Post ${at + 2}`;
    if (remove) remove.ariaLabel = t`Remove post ${at + 2}`;
  }
}
